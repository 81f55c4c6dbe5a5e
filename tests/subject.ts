import { connectionOf } from "../provider/connection";
import { Claims } from "../provider/core/claims";
import { otherAt } from "../provider/dialect";
import { keys, variableOf, type Configuration } from "../provider/configuration";
import type { ResourceDefinition } from "../provider/core/resource";
import type { Bag } from "../provider/core/wire";
import { plain } from "../provider/core/wire";
import { resources } from "../provider/resources";
import { provider } from "../provider/runtime";
import type { Sandbox } from "../sandbox";
import { encode } from "../sandbox/local/chat/tokenizer";

// Jest loads nothing for concurrent tests while it is between two others: what is loaded late is loaded now.
otherAt("http://a");
encode("a");

/** The configuration that reaches a sandbox. */
export const configurationFor = (sandbox: Sandbox): Configuration =>
  Object.fromEntries(
    Object.keys(keys).flatMap((key) =>
      sandbox.environment[variableOf(key)] === undefined ? [] : [[key, sandbox.environment[variableOf(key)]]],
    ),
  );

/** The state of a resource, as the engine would keep it between calls. */
export interface Kept {
  id: string;
  inputs: Bag;
  outs: Bag;
}

/** The verbs of a kind of resource as a face offers them, on plain values. */
export interface Verbs {
  check(olds: Bag, news: Bag): Promise<{ inputs: Bag; failures: { reason: string }[] }>;
  diff(id: string, olds: Bag, news: Bag, oldInputs: Bag): Promise<{ changes?: boolean; replaces?: string[] }>;
  create(news: Bag): Promise<{ id: string; outs: Bag }>;
  read(id: string, props: Bag, inputs: Bag): Promise<{ id: string; props?: Bag; inputs?: Bag }>;
  update(id: string, olds: Bag, news: Bag): Promise<{ outs: Bag }>;
  delete(id: string, props: Bag): Promise<void>;
}

/** Those that the text in the state of a dynamic resource leads to. */
let verbsOf = (kind: string, configuration: Configuration): Verbs => {
  const verbs: any = provider(kind);
  const values = configuration as Record<string, string>;
  void verbs.configure({ config: { get: (key: string) => values[key.replace("mlplane:", "")] } });
  return verbs;
};

/** Lets all subjects of this test file call other verbs. */
export const useVerbs = (verbs: typeof verbsOf): void => void (verbsOf = verbs);

/** The verbs of one kind of resource, called in the order and with the values that the engine uses. */
export class Subject {
  readonly definition: ResourceDefinition;
  private readonly verbs: Verbs;
  private readonly configuration: Configuration;

  constructor(
    readonly kind: string,
    sandbox: Sandbox,
    more: Configuration = {},
  ) {
    this.definition = resources.find((one) => one.kind === kind)!;
    this.configuration = { ...configurationFor(sandbox), ...more };
    this.verbs = verbsOf(kind, this.configuration);
  }

  /** Begins another run: its process knows nothing of what the one before left for later operations. */
  beginRun(): void {
    connectionOf(this.configuration).handover.clear();
  }

  /** The inputs with their defaults; `olds` are those of what is there. Throws with the mistakes when there are any. */
  async check(inputs: object, olds: Bag = {}): Promise<Bag> {
    // Each check is that of another program.
    connectionOf(this.configuration).claims = new Claims();
    const checked = await this.verbs.check(olds, { __provider: "text", ...inputs });
    if (checked.failures?.length > 0)
      throw new Error(checked.failures.map((one: { reason: string }) => one.reason).join("\n"));
    return { ...checked.inputs, __provider: "text" };
  }

  /** The mistakes in inputs; `olds` are those of the existing resource, if there is one. */
  async mistakes(inputs: object, olds: object = {}): Promise<string[]> {
    return (await this.verbs.check(olds as Bag, { __provider: "text", ...inputs })).failures.map(
      (one: { reason: string }) => one.reason,
    );
  }

  async create(given: object): Promise<Kept> {
    const inputs = await this.check(given);
    const { id, outs } = await this.verbs.create(inputs);
    return { id, inputs, outs: { ...outs, __provider: "text" } };
  }

  /** What the engine would do with a new declaration. */
  async plan(kept: Kept, given: object): Promise<"same" | "update" | "replace"> {
    const { changes, replaces } = await this.verbs.diff(
      kept.id,
      plain(kept.outs) as Bag,
      plain(await this.check(given, plain(kept.inputs) as Bag)) as Bag,
      plain(kept.inputs) as Bag,
    );
    return (replaces?.length ?? 0) > 0 ? "replace" : changes === false ? "same" : "update";
  }

  async update(kept: Kept, given: object): Promise<Kept> {
    const inputs = await this.check(given);
    const { outs } = await this.verbs.update(kept.id, plain(kept.outs) as Bag, plain(inputs) as Bag);
    return { id: kept.id, inputs, outs: { ...outs, __provider: "text" } };
  }

  /** As a refresh does it; `undefined` when the resource is gone. */
  async read(kept: Kept): Promise<Kept | undefined> {
    const { id, props, inputs } = await this.verbs.read(kept.id, plain(kept.outs) as Bag, plain(kept.inputs) as Bag);
    return id === "" || id === undefined
      ? undefined
      : { id, inputs: { ...(inputs ?? kept.inputs), __provider: "text" }, outs: { ...props, __provider: "text" } };
  }

  /** As an import or `get` does it. */
  async get(id: string): Promise<Kept | undefined> {
    return this.read({ id, inputs: {}, outs: { __provider: "text" } });
  }

  delete(kept: Kept): Promise<void> {
    return this.verbs.delete(kept.id, plain(kept.outs) as Bag);
  }
}
