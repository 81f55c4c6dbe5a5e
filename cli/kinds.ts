import { typeOf } from "../provider/faces/stored";
import { resources } from "../provider/resources";

/** The type token of a kind in the plugin: `mlplane:search:Index`. */
export const nativeTypeOf = (kind: string): string => `mlplane:${kind}`;

/** The type of the plugin's providers. */
export const NATIVE_PROVIDER = "pulumi:providers:mlplane";

/** The kind of a type of the package, whether the classes for TypeScript or the plugin serve it. */
export function kindOf(type: string): string | undefined {
  const dynamic = typeOf("");
  if (type.startsWith(dynamic)) return type.slice(dynamic.length);
  return resources.find(({ kind }) => nativeTypeOf(kind) === type)?.kind;
}

/** The type of the resource with a URN, without those of its parents. */
export const typeIn = (urn: string): string => urn.split("::")[2]?.split("$").at(-1) ?? "";
