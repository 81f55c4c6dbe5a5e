import type { Collection, Context } from "../../context";
import { notFound } from "../refusal";
import { catalog, gated, type Offer, withoutVersion } from "./catalog";

/** A model in local storage, by the name it is listed with. */
interface Cached {
  name: string;
  uri: string;
}

/** A model in memory. */
interface Loaded {
  name: string;
  /** Seconds without use after which it is unloaded. */
  ttl: number;
  /** The sandbox's time of its last use in milliseconds. */
  usedAt: number;
}

/** The models with their states: not cached, cached, loaded. Names match without regard to letter case. */
export class Models {
  readonly #context: Context;
  readonly #cached: Collection<Cached>;
  readonly #loaded: Collection<Loaded>;

  constructor(context: Context) {
    this.#context = context;
    this.#cached = context.collection("local/cached");
    this.#loaded = context.collection("local/loaded");
  }

  /** The names of the cached models, in order of download. */
  cached(): string[] {
    return this.#cached.entries().map(([, { name }]) => name);
  }

  /** The names of the loaded models; those whose time is up are unloaded first. */
  loaded(): string[] {
    for (const [key, { ttl, usedAt }] of this.#loaded.entries()) {
      if (this.#context.now() >= usedAt + ttl * 1000) this.#loaded.delete(key);
    }
    return this.#loaded.entries().map(([, { name }]) => name);
  }

  /** Whether the model of exactly this name, in any letter case, is in local storage. */
  isCached(name: string): boolean {
    return this.#cached.get(name.toLowerCase()) !== undefined;
  }

  /** Whether the model that is listed by this name is in memory. */
  isLoaded(name: string): boolean {
    return this.loaded().includes(name);
  }

  /** When a loaded model is unloaded unless it is used before, and its time to live in seconds. */
  timeOf(name: string): { until: number; ttl: number } | undefined {
    const loaded = this.#loaded.get(name.toLowerCase());
    return loaded && { until: loaded.usedAt + loaded.ttl * 1000, ttl: loaded.ttl };
  }

  /**
   * The model that a name stands for: the name itself, else the newest version of it, else the first of this alias; of
   * several the first in the state that is asked for, else one that is cached. 404 when there is none.
   */
  find(name: string, state: "cached" | "loaded"): Offer {
    const candidates = matching(name, this.#known());
    const offer =
      (state === "loaded" ? candidates.find((model) => this.isLoaded(model.name)) : undefined) ??
      candidates.find((model) => this.isCached(model.name)) ??
      candidates[0];
    if (offer === undefined) throw notFound(`Model not found: No model matching '${name}'`);
    return offer;
  }

  /** Puts a model into local storage. */
  cache(name: string, uri: string): void {
    this.#cached.set(name.toLowerCase(), { name, uri });
  }

  /** Puts a cached model into memory, or gives a loaded one another time to live. */
  load(name: string, ttl: number): void {
    this.#loaded.set(name.toLowerCase(), { name, ttl, usedAt: this.#context.now() });
  }

  /** Starts the idle time of a loaded model anew. */
  use(name: string): void {
    const loaded = this.#loaded.get(name.toLowerCase());
    if (loaded !== undefined) this.load(name, loaded.ttl);
  }

  /** Takes a model out of memory at once; it stays cached. */
  unload(name: string): void {
    this.#loaded.delete(name.toLowerCase());
  }

  /** The catalog, and what is cached under a name that is not in it. */
  #known(): Offer[] {
    const onlyCached = this.#cached.entries().flatMap(([, { name, uri }]) => {
      const origin = [...catalog, gated].find((offer) => offer.uri === uri);
      return origin === undefined || catalog.some((offer) => offer.name === name)
        ? []
        : [{ ...origin, name, alias: name }];
    });
    return [...catalog, ...onlyCached];
  }
}

/** The models that a name may stand for, the best first. */
export function matching(name: string, models: readonly Offer[]): Offer[] {
  const wanted = name.toLowerCase();
  const exact = models.filter((model) => model.name.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  const versions = models.filter((model) => withoutVersion(model.name).toLowerCase() === wanted);
  if (versions.length > 0) return versions.sort((a, b) => Number(b.version) - Number(a.version));
  return models.filter((model) => model.alias.toLowerCase() === wanted);
}
