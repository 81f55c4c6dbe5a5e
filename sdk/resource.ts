import * as pulumi from "@pulumi/pulumi";
import { fieldsOf, isSecret, nodeOf } from "../provider/core/marks";
import type { ResourceDefinition } from "../provider/core/resource";
import { markSecrets } from "../provider/core/secrets";
import { PLACES } from "../provider/faces/hidden";
import { placeOf, providerOf, typeOf } from "../provider/faces/stored";
import { resources } from "../provider/resources";
import { announce } from "./announced";
import { warnOfKeys } from "./keys";
import { tellMoved } from "./moved";
import { secretPlaces } from "./secretPlaces";
import { cutTraces } from "./traces";

interface Statics<R, A> {
  /** Reads an existing resource without owning it; one that is not there is an error. */
  get(name: string, id: pulumi.Input<pulumi.ID>, state?: Partial<A>, opts?: pulumi.CustomResourceOptions): R;
  /** Whether a value is a resource of this class. */
  isInstance(value: unknown): value is R;
}

/** The class of resources `R`, which are declared with arguments `A`. */
export interface ResourceClass<R, A> extends Statics<R, A> {
  /** Declares the resource; `name` is its Pulumi name. */
  new (name: string, args: A, opts?: pulumi.CustomResourceOptions): R;
}

/** The class of resources of which no argument need be given. */
export interface ResourceClassWithOptionalArgs<R, A> extends Statics<R, A> {
  /** Declares the resource; `name` is its Pulumi name. */
  new (name: string, args?: A, opts?: pulumi.CustomResourceOptions): R;
}

/**
 * The Pulumi class of a kind. It extends `CustomResource` itself: the SDK takes what calls its constructor for the
 * place of a declaration.
 */
export function resourceClass<R, A>(kind: string): ResourceClassWithOptionalArgs<R, A> {
  const definition = resources.find((one) => one.kind === kind)!;
  const token = typeOf(kind);
  const [, className] = kind.split(":") as [string, string];
  const fields = { ...fieldsOf(definition.inputs), ...fieldsOf(definition.outputs) };
  const all = Object.keys(fields);
  // Every property that the engine fills in costs the program time: one whose value is known here is not asked for.
  const filled = all.filter((key) => definition.defaults !== undefined || !(key in definition.inputs.shape));
  const nothing = (keys: string[]): pulumi.Inputs => Object.fromEntries(keys.map((key) => [key, undefined]));
  const named = Object.entries(fields).find(([, field]) => nodeOf(field).marks.autoName === true)?.[0];
  const secretOutputs = Object.entries(fieldsOf(definition.outputs))
    .filter(([key, field]) => isSecret(key, nodeOf(field).marks))
    .map(([key]) => key);

  const classes: Record<string, new (...args: ConstructorArgs) => pulumi.CustomResource> = {
    [className]: class extends pulumi.CustomResource {
      static get(
        name: string,
        id: pulumi.Input<pulumi.ID>,
        state?: pulumi.Inputs,
        opts?: pulumi.CustomResourceOptions,
      ) {
        return new classes[className]!(name, { ...state, __get: true }, { ...opts, id });
      }

      static override isInstance(value: unknown): value is pulumi.CustomResource {
        return pulumi.CustomResource.isInstance(value) && (value as { __pulumiType?: string }).__pulumiType === token;
      }

      constructor(name: string, args: pulumi.Inputs = {}, opts: pulumi.CustomResourceOptions = {}) {
        refuse(definition, name, args ?? {}, opts);
        warnOfKeys();
        const autoName = opts.id === undefined && named !== undefined ? { [named]: name } : {};
        const definedArgs = Object.fromEntries(Object.entries(args ?? {}).filter(([, value]) => value !== undefined));
        const secret = opts.id === undefined ? secretPlaces(definedArgs) : undefined;
        const hidden = {
          __provider: providerOf(definition.kind),
          ...(opts.id === undefined && placeIn(opts.parent, name, definedArgs["name"] ?? autoName["name"])),
          ...(secret && { [PLACES]: secret }),
          ...(opts.customTimeouts && { __timeouts: opts.customTimeouts }),
        };
        const props = {
          ...nothing(opts.id === undefined ? filled : all),
          ...autoName,
          ...markSecrets(definition.inputs, definedArgs, pulumi.secret),
          ...hidden,
        };
        const options = {
          ...(!mayCreateFirst(definition, definedArgs) && { deleteBeforeReplace: true }),
          ...opts,
          additionalSecretOutputs: [...secretOutputs, ...(opts.additionalSecretOutputs ?? [])],
        };
        const restoreTraces = cutTraces();
        try {
          super(token, name, props, options);
        } catch (error) {
          restoreTraces();
          throw declaredHere(error, classes[className]!);
        } finally {
          restoreTraces();
        }
        if (opts.id !== undefined) return;
        const line = `${typesOf(opts.parent)}${token}::${name}`;
        tellMoved(definition, this, line, definedArgs["name"] ?? name);
        if (definition.objects === undefined && !mayCreateFirst(definition, definedArgs))
          announce(definition, this, line, { ...autoName, ...definedArgs });
      }
    },
  };
  for (const key of all.filter((one) => !filled.includes(one)))
    known(classes[className]!.prototype, key, nodeOf(fields[key]!).defaultValue);
  return classes[className] as unknown as ResourceClassWithOptionalArgs<R, A>;
}

type ConstructorArgs = [name: string, args?: pulumi.Inputs, opts?: pulumi.CustomResourceOptions];

/** An error of a declaration with the place of the declaration, which is where `constructor` was called. */
function declaredHere(error: unknown, constructor: new (...args: ConstructorArgs) => unknown): unknown {
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
    set(this: object, newValue: unknown) {
      Object.defineProperty(this, key, { value: newValue, writable: true, enumerable: true, configurable: true });
    },
  });
}

/** Whether a replacement may have another id than what it replaces; one whose order is not known yet may. */
const mayCreateFirst = ({ createFirst, physicalName }: ResourceDefinition, { onReplace }: pulumi.Inputs): boolean =>
  createFirst !== undefined &&
  (physicalName === undefined || ![undefined, null, "deleteFirst"].includes(onReplace as string));

/** Options that cannot do what they promise are refused at once. */
function refuse(
  definition: ResourceDefinition,
  name: string,
  args: pulumi.Inputs,
  opts: pulumi.CustomResourceOptions,
): void {
  const { kind } = definition;
  const what = `mlplane.${kind.replace(":", ".")} "${name}"`;
  if (opts.import !== undefined) {
    throw new pulumi.RunError(
      `${what}: the option \`import\` does not work with dynamic resources. Create it with \`adopt\`, or use ` +
        `\`mlplane import ${kind.replace(":", ".")} ${name} ID\`.`,
    );
  }
  if (opts.deleteBeforeReplace === false && !mayCreateFirst(definition, args)) {
    const orSet = definition.physicalName === undefined ? "" : ', or set the argument `onReplace: "createFirst"`';
    throw new pulumi.RunError(
      `${what}: \`deleteBeforeReplace: false\` would delete the replacement, which has the same name. Leave ` +
        `the option out${orSet}.`,
    );
  }
}
