import type { Collection, Context } from "../../context";
import type { Outcome } from "../../publicTypes";
import { pathKey } from "./paths";
import type { Body, Operation, Resource, Work } from "./records";

/** What readers are still shown of a resource that was written. */
interface Stale {
  left: number;
  before: Resource | null;
}

/** The operations that are remembered, beside those that run and the last one of each resource. */
const mostOperations = 10_000;

/**
 * The resources and operations of the ML service. Operations advance when they are looked at, so that nothing depends
 * on time.
 */
export class Resources {
  readonly #context: Context;
  readonly #resources: Collection<Resource>;
  readonly #operations: Collection<Operation>;
  readonly #counts: Collection<number>;
  readonly #stale: Collection<Stale>;
  /** Workspaces that were deleted softly, with the time of it. */
  readonly retained: Collection<number>;

  constructor(context: Context) {
    this.#context = context;
    this.#resources = context.collection("ml.resources");
    this.#operations = context.collection("ml.operations");
    this.#counts = context.collection("ml.counts");
    this.#stale = context.collection("ml.stale");
    this.retained = context.collection("ml.retained");
  }

  /** The resource as it is, whatever readers are shown. */
  get(id: string): Resource | undefined {
    return this.#resources.get(pathKey(id));
  }

  /** The resources directly under a path that ends in their kind, as they are. */
  under(path: string): Resource[] {
    return this.#resources.entries().flatMap(([key, resource]) => (isIn(key, path) ? [resource] : []));
  }

  /** What finds the resources directly under a path that ends in their kind, all of them sorted once. */
  byParent(): (path: string) => Resource[] {
    const groups = new Map<string, Resource[]>();
    for (const [key, resource] of this.#resources.entries()) {
      const parent = key.slice(0, key.lastIndexOf("/"));
      const group = groups.get(parent);
      if (group === undefined) groups.set(parent, [resource]);
      else group.push(resource);
    }
    return (path) => groups.get(pathKey(path)) ?? [];
  }

  /** All resources of a kind, for example `onlineEndpoints`, as they are. */
  all(kind: string): Resource[] {
    return this.#resources
      .entries()
      .flatMap(([, resource]) => (resource.id.split("/").at(-2) === kind ? [resource] : []));
  }

  /** The resource as a reader sees it; the look counts as a poll. */
  polled(id: string): Resource | undefined {
    const stale = this.#stale.get(pathKey(id));
    if (stale !== undefined && stale.left > 0) {
      this.#stale.set(pathKey(id), { ...stale, left: stale.left - 1 });
      return stale.before ?? undefined;
    }
    const operation = this.get(id)?.operation;
    if (operation !== undefined) this.poll(operation);
    return this.get(id);
  }

  /** The resources directly under a path that ends in their kind, as a reader sees them. */
  polledUnder(path: string): Resource[] {
    const hidden = this.#stale
      .entries()
      .flatMap(([key, { left, before }]) => (left > 0 && before !== null && isIn(key, path) ? [before] : []));
    const ids = new Map([...this.under(path), ...hidden].map(({ id }) => [pathKey(id), id]));
    return [...ids.values()].flatMap((id) => this.polled(id) ?? []);
  }

  /** Writes the resource, as done. */
  set(id: string, body: Body): Resource {
    this.#remember(id);
    const now = this.#context.now();
    const { id: first = id, created = now } = this.get(id) ?? {};
    const resource: Resource = { id: first, body, created, modified: now, state: "Succeeded" };
    this.#resources.set(pathKey(id), resource);
    return resource;
  }

  /** Changes a part of what the service itself holds about the resource, which no reader is late to see. */
  amend(id: string, change: Partial<Resource>): void {
    const resource = this.get(id);
    if (resource !== undefined) this.#resources.set(pathKey(id), { ...resource, ...change });
  }

  /** Removes a resource that is not deleted asynchronously. */
  erase(id: string): void {
    this.#remember(id);
    this.#remove(id);
  }

  /** Starts an operation on a resource that exists. */
  start(id: string, work: Work, outcome?: Outcome, retain = false): Operation {
    const operation: Operation = {
      id: `operation-${this.#count()}`,
      resource: id,
      work,
      status: "InProgress",
      left: this.#context.behaviour.polls,
      start: this.#context.now(),
      retain,
      ...(outcome === undefined ? {} : { outcome }),
    };
    if (work === "Deleting") this.#remember(id);
    this.#forget();
    this.#operations.set(operation.id, operation);
    this.amend(id, { operation: operation.id });
    return operation;
  }

  /** The operation as it is. */
  operation(id: string | undefined): Operation | undefined {
    return id === undefined ? undefined : this.#operations.get(id);
  }

  /** What runs on the resource, if anything. */
  running(resource: Resource | undefined): Operation | undefined {
    const operation = this.operation(resource?.operation);
    return operation?.status === "InProgress" ? operation : undefined;
  }

  /** Looks at an operation, which brings it nearer to its end. */
  poll(id: string): Operation | undefined {
    const operation = this.operation(id);
    if (operation?.status !== "InProgress") return operation;
    if (operation.left > 0) this.#operations.set(id, { ...operation, left: operation.left - 1 });
    else this.finish(operation);
    return this.operation(id);
  }

  /** Ends an operation. */
  finish(operation: Operation): void {
    const status = operation.outcome?.status ?? "Succeeded";
    this.#operations.set(operation.id, { ...operation, left: 0, status, end: this.#context.now() });
    if (operation.work !== "Deleting" || status !== "Succeeded")
      return this.amend(operation.resource, { state: status });
    this.#remove(operation.resource);
    if (operation.retain) this.retained.set(pathKey(operation.resource), this.#context.now());
  }

  #count(): number {
    const count = (this.#counts.get("operations") ?? 0) + 1;
    this.#counts.set("operations", count);
    return count;
  }

  /** Removes the oldest operations that have ended, so that a sandbox that runs for long does not fill. */
  #forget(): void {
    const all = this.#operations.entries();
    for (const [id, { status, resource }] of all.slice(0, Math.max(0, all.length - mostOperations)))
      if (status !== "InProgress" && this.get(resource)?.operation !== id) this.#operations.delete(id);
  }

  /** Removes the resource and all below it. */
  #remove(id: string): void {
    for (const [key] of this.#resources.entries()) {
      if (key === pathKey(id) || key.startsWith(`${pathKey(id)}/`)) this.#resources.delete(key);
    }
  }

  #remember(id: string): void {
    const { staleReads } = this.#context.behaviour;
    if (staleReads > 0) this.#stale.set(pathKey(id), { left: staleReads, before: this.get(id) ?? null });
  }
}

/** Whether a key is that of a resource directly under the path. */
function isIn(key: string, path: string): boolean {
  const prefix = `${pathKey(path)}/`;
  return key.startsWith(prefix) && !key.slice(prefix.length).includes("/");
}
