import type { Context } from "../context";
import { catalog } from "../local/models/catalog";
import { Models } from "../local/models/models";

/** A model of the local service. */
export interface LocalModel {
  name: string;
  task: string;
  device: string;
  /** The size of the download in megabytes. */
  size: number;
  state: "not cached" | "cached" | "loaded";
  /** Of a loaded model, the time at which it is unloaded when nobody uses it, in milliseconds since 1970. */
  until?: number;
  /** Of a loaded model, its time to live in seconds. */
  ttl?: number;
}

/** The catalog's models, and those that are cached under names of their own. */
export function localModels(context: Context): LocalModel[] {
  const models = new Models(context);
  const loaded = new Set(models.loaded());
  const onlyCached = models.cached().filter((name) => catalog.every((offer) => offer.name !== name));
  return [...catalog.map(({ name }) => name), ...onlyCached].map((name) => {
    const { task, runtime, fileSizeMb: size } = models.find(name, "cached");
    const rest = { name, task, device: runtime.deviceType, size };
    if (!loaded.has(name)) return { ...rest, state: models.isCached(name) ? "cached" : "not cached" };
    return { ...rest, state: "loaded", ...models.timeOf(name) };
  });
}
