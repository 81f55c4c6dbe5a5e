import * as pulumi from "@pulumi/pulumi";
import type * as z from "zod";
import { fieldsOf, isSecret, nodeOf } from "../provider/core/marks";
import type { ResourceDefinition } from "../provider/core/resource";
import { markSecrets, PLACES } from "../provider/core/secrets";
import { placeOf, providerOf, typeOf } from "../provider/core/stored";
import { resources } from "../provider/resources";
import { warnOfKeys } from "./keys";
import { secretPlaces } from "./secretPlaces";

/** What the classes of the package have in common: each is a definition as a Pulumi class. */
export abstract class Resource extends pulumi.CustomResource {
  protected constructor(kind: string, name: string, args: object = {}, opts: pulumi.CustomResourceOptions = {}) {
    const { definition, token, fields, all, filled, named, secretOutputs } = shapeOf(kind);
    refuse(definition, name, opts);
    warnOfKeys();
    for (const key of all)
      if (!filled.includes(key) && !(key in new.target.prototype))
        known(new.target.prototype, key, nodeOf(fields[key]!).defaultValue);
    const own = opts.id === undefined && named !== undefined ? { [named]: name } : {};
    const given: pulumi.Inputs = Object.fromEntries(
      Object.entries(args ?? {}).filter(([, value]) => value !== undefined),
    );
    const secret = opts.id === undefined ? secretPlaces(given) : undefined;
    const hidden = {
      __provider: providerOf(kind),
      ...(opts.id === undefined && placeIn(opts.parent, name, given["name"] ?? own["name"])),
      ...(secret && { [PLACES]: secret }),
      ...(opts.customTimeouts && { __timeouts: opts.customTimeouts }),
    };
    const props = {
      ...nothing(opts.id === undefined ? filled : all),
      ...own,
      ...markSecrets(definition.inputs, given, pulumi.secret),
      ...hidden,
    };
    const options = {
      ...(definition.createFirst === undefined && { deleteBeforeReplace: true }),
      ...opts,
      additionalSecretOutputs: [...secretOutputs, ...(opts.additionalSecretOutputs ?? [])],
    };
    // The SDK writes down some twenty stack traces of each resource, for a debugger: whole ones are a tenth of what
    // a preview costs.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 1;
    try {
      super(token, name, props, options);
    } catch (error) {
      Error.stackTraceLimit = stackTraceLimit;
      throw declaredHere(error, new.target);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }
}

/** Whether a value is a resource of this kind. */
export const isOf = (kind: string, value: unknown): boolean =>
  pulumi.CustomResource.isInstance(value) && (value as { __pulumiType?: string }).__pulumiType === typeOf(kind);

/** The arguments with which a class reads a resource that exists. */
export const asked = <A extends object>(state: Partial<A> | undefined): A =>
  ({ ...state, __get: true }) as unknown as A;

const nothing = (keys: string[]): pulumi.Inputs => Object.fromEntries(keys.map((key) => [key, undefined]));

/** What a class needs to know of its definition. */
interface ClassShape {
  definition: ResourceDefinition;
  token: string;
  fields: Record<string, z.core.$ZodType>;
  /** The names of all properties. */
  all: string[];
  /** Every property that the engine fills in costs the program time: one whose value is known here is not asked for. */
  filled: string[];
  /** The argument that takes the Pulumi name. */
  named: string | undefined;
  secretOutputs: string[];
}

const shapes = new Map<string, ClassShape>();

/** Worked out once for a class. */
function shapeOf(kind: string): ClassShape {
  let shape = shapes.get(kind);
  if (shape === undefined) {
    const definition = resources.find((one) => one.kind === kind)!;
    const fields = { ...fieldsOf(definition.inputs), ...fieldsOf(definition.outputs) };
    const all = Object.keys(fields);
    shape = {
      definition,
      token: typeOf(kind),
      fields,
      all,
      filled: all.filter((key) => definition.defaults !== undefined || !(key in definition.inputs.shape)),
      named: Object.entries(fields).find(([, field]) => nodeOf(field).marks.autoName === true)?.[0],
      secretOutputs: Object.entries(fieldsOf(definition.outputs))
        .filter(([key, field]) => isSecret(key, nodeOf(field).marks))
        .map(([key]) => key),
    };
    shapes.set(kind, shape);
  }
  return shape;
}

/** An error of a declaration with the place of the declaration, which is where `constructor` was called. */
function declaredHere(error: unknown, constructor: typeof Resource): unknown {
  const here = new Error();
  Error.captureStackTrace(here, constructor);
  if (error instanceof Error) error.stack = [error.stack, ...here.stack!.split("\n").slice(1)].join("\n");
  return error;
}

/**
 * Where a resource stands, for its stored place, if it must be told. Told at once: what a resource declares must wait
 * for no other.
 */
function placeIn(parent: pulumi.Resource | undefined, name: string, ownName: unknown): { __at?: string } {
  const place = placeOf(typesOf(parent), name, ownName);
  return place === undefined ? {} : { __at: place };
}

/** The types of a parent and its parents as a URN has them, each with `$` behind it. */
function typesOf(parent: pulumi.Resource | undefined): string {
  // What the SDK keeps of each resource since its first versions; one that it only knows by its URN has no type here.
  const { __pulumiType: type, __parentResource: above } = (parent ?? {}) as {
    __pulumiType?: string;
    __parentResource?: pulumi.Resource;
  };
  return !type || type === "pulumi:pulumi:Stack" ? "" : `${typesOf(above)}${type}$`;
}

/** A property that shows an Output of a value until it is set. */
function known(prototype: object, key: string, value: unknown): void {
  Object.defineProperty(prototype, key, {
    configurable: true,
    get: () => pulumi.output(value),
    set(this: object, given: unknown) {
      Object.defineProperty(this, key, { value: given, writable: true, enumerable: true, configurable: true });
    },
  });
}

/** Options that cannot do what they promise are refused at once. */
function refuse({ kind, createFirst }: ResourceDefinition, name: string, opts: pulumi.CustomResourceOptions): void {
  const what = `mlplane.${kind.replace(":", ".")} "${name}"`;
  if (opts.import !== undefined) {
    throw new pulumi.RunError(
      `${what}: the option \`import\` does not work with dynamic resources. Create it with \`adopt\`, or use ` +
        `\`mlplane import ${kind.replace(":", ".")} ${name} ID\`.`,
    );
  }
  if (opts.deleteBeforeReplace === false && createFirst === undefined) {
    throw new pulumi.RunError(
      `${what}: \`deleteBeforeReplace: false\` would delete the replacement, which has the same name. Leave ` +
        "the option out.",
    );
  }
}
