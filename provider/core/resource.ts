import type * as z from "zod";
import { common, onReplace } from "./arguments";
import type { Mistake } from "./check";
import type { Compared, Context, Live } from "./context";
import type { Because } from "./errors";
import { UserError } from "./errors";
import type { Api, Settings } from "./settings";
import type { Bag } from "./wire";

export type { Api, Compared, Context, Live, Settings };

/** The arguments and outputs of a resource in a state. */
export interface Stored {
  inputs: Bag;
  outputs: Bag;
}

/** What is declared of a resource and what is there, for a report on drift. */
export interface Drift {
  declared: Bag;
  live: Bag;
  /** The member by which things in lists are matched; by default `name`. */
  key?: string;
}

/** A change that cannot be made in place. */
export interface Rebuild {
  /** The argument. */
  key: string;
  /** Which edit forces it, and why. */
  reason: string;
}

/** What each verb of a resource asks its service, in words, for its page. */
export interface Requests {
  create: string;
  update?: string;
  delete?: string;
  refresh: string;
}

/**
 * One Pulumi resource: its schema and its verbs, in one value. Checking, comparing, adopting, the Pulumi class with its
 * types, the reference pages and the conformance tests are derived from it.
 */
export interface ResourceDefinition<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  /** `<namespace>:<Class>`. */
  kind: string;
  /** One sentence that says what the resource is. */
  description: string;
  /** What its verbs ask the service, for its page. */
  requests: Requests;
  /** The sentence of the function that lists them; without it there is none. */
  listed?: string;
  /** The form of its id, for example `/things/{name}`. */
  idForm: string;
  /** The service tells ids that differ in letter case only from one another. */
  exactNames?: true;
  /**
   * The objects that a resource with these values owns, declared or stored ones, as far as they tell: default is its
   * id. Two resources of a program may not own the same, and no delete removes what another one owns.
   */
  objects?(values: Bag, settings: Settings): string[];
  /** The objects that a declaration means, where `objects` cannot tell them from it; `olds` is what is stored of it. */
  declaredObjects?(news: Bag, olds: Bag, settings: Settings): string[];
  inputs: I;
  /** Only what the service adds to the inputs. */
  outputs: O;
  /** The services whose configuration the resource needs. */
  apis: readonly Api[];
  /** Minutes that a create, update or delete may take when `customTimeouts` says nothing; default 30. */
  minutes?: number | ((inputs: Bag) => number);
  /** Defaults that depend on other arguments, which may be unknown. */
  defaults?(inputs: z.output<I>): Bag;
  /** Rules between fields; values may be unknown at any depth. */
  rules?(inputs: Partial<z.output<I>>, settings: Settings): Iterable<Mistake>;
  /** Outputs that can be computed from the arguments and so are known in a preview. */
  derive?(inputs: z.output<I>, settings: Settings): Bag;
  /**
   * Where in an argument, which may be a file, a value is secret by its name: what tells of the argument is secret too.
   * `values` are the arguments and what is derived from them.
   */
  secretPlaces?(values: Bag): string[][];
  /** Changes that no mark can say to need a rebuild; values may be unknown at any depth, which says nothing. */
  rebuilds?(olds: z.output<I>, news: z.output<I>): Iterable<Rebuild>;
  /**
   * Changes in place that the service would refuse as they are declared; told in the preview. Not asked when the change
   * rebuilds.
   */
  refusals?(olds: z.output<I>, news: z.output<I>): Iterable<Mistake>;
  /** What stands in the way of a replacement; told in the preview. Not asked when the change is made in place. */
  obstacles?(olds: z.output<I>, news: z.output<I>): Iterable<Mistake>;
  /**
   * Asked when nothing was edited: whether what this run has done makes an update necessary all the same; it may leave
   * word in `handover` for what is still to be done.
   */
  overtaken?(inputs: z.output<I>, run: Pick<Context, "settings" | "handover" | "isReplacement">): boolean;
  /**
   * The arguments with the mark `unkept` that differ from what the stored outputs say; the engine gives assets without
   * their content here.
   */
  edits?(olds: Bag, news: Bag): string[];
  /**
   * What a plan says on the resource's line beside the arguments that differ; `olds` is empty for one that is created.
   * Values may be unknown at any depth.
   */
  remarks?(olds: Bag, news: Bag): Iterable<string>;
  /**
   * What a drift report compares, where a read gives back less than all that is declared; nothing where the arguments
   * themselves are compared. `folder` is that of the program, in which files are.
   */
  drift?(read: { old: Stored; new: Stored }, folder: string): Drift;
  /** What a replacement destroys that is not the resource's own; told in the preview. */
  lost?: string;
  /** Whether a create brings back all that the delete of what has this state takes away. */
  deleteLosesNothing?(state: Bag): boolean;
  /**
   * Whether a replacement is created before the old one is deleted, because it has another id. Without it, it never is.
   */
  createFirst?(olds: z.output<I>, news: z.output<I>): boolean;
  /**
   * A replacement may have another name than what it replaces, so that it can be created first: the argument
   * `onReplace` says so. `longest` is how many characters a name may have.
   */
  physicalName?: { longest: number };
  /** Resources of other kinds wait until those of this kind are as they are declared. */
  awaited?: true;
  /**
   * Finds an existing resource before a create. Without it, `create` throws `ExistsError` for one that is there, or
   * there is always one.
   */
  find?(inputs: z.output<I>, context: Context): Promise<Live | undefined>;
  create(inputs: z.output<I>, context: Context): Promise<Live>;
  /** All resources of the kind in the place that the arguments `where` name. Without it, the service lists none. */
  list?(where: Bag, context: Context): Promise<Live[]>;
  /** Reads the resource; `stored` is its state, empty when nothing is declared yet. */
  read(id: string, context: Context, stored: Bag): Promise<Live | undefined>;
  /**
   * Brings the resource from the state `olds` to the declaration `inputs`. Without it, every change replaces. Throws
   * `GoneError` where there is nothing, so that `create` makes it.
   */
  update?(id: string, inputs: z.output<I>, olds: Bag, context: Context): Promise<Live>;
  delete(id: string, state: Bag, context: Context): Promise<void>;
  /**
   * Why the resource, as stored, is not ready and needs another update, if so. Default: a `provisioningState` that is
   * not `Succeeded`.
   */
  unready?(state: Bag): string | undefined;
}

/** Completes a definition with what every resource has. */
export const defineResource = <I extends z.ZodObject, O extends z.ZodObject>(
  definition: ResourceDefinition<I, O>,
): ResourceDefinition<I, O> => ({
  ...(definition.physicalName !== undefined && { createFirst: (_, news) => news["onReplace"] === "createFirst" }),
  ...definition,
  inputs: definition.inputs
    .extend({ ...common, ...(definition.physicalName !== undefined && { onReplace }) })
    .strict() as unknown as I,
});

/** Thrown by an update that finds nothing, so that the resource's own create makes it again. */
export class GoneError extends UserError {
  constructor(id: string) {
    super(`${id} is gone`);
  }
}

/** Thrown by a create that finds its name taken, so that the rule of `adopt` decides. */
export class ExistsError extends Error {
  constructor(
    readonly live: Live,
    /** Whether an earlier try of this very create may have made it. */
    readonly mayBeOurs: boolean,
    options?: Because,
  ) {
    super(`${live.id} exists already`, options);
  }
}
