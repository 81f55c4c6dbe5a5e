import { randomUUID } from "node:crypto";
import { fieldsOf, isSecret, nodeOf } from "../../provider/core/marks";
import { isBag, isSealed, sealed, type Bag } from "../../provider/core/wire";
import { typeOf } from "../../provider/faces/stored";
import type { StateResource } from "../pulumi";
import type { Found } from "./found";

/** The entry of a stack itself, which is the parent of its resources. */
export const stackEntry = (stack: string, project: string): StateResource => {
  const type = "pulumi:pulumi:Stack";
  return { urn: `urn:pulumi:${stack}::${project}::${type}::${project}-${stack}`, custom: false, type };
};

/** The type of the providers of dynamic resources. */
export const PROVIDER = "pulumi:providers:pulumi-nodejs";

/** The entry of the default provider, as the engine makes it: with the whole configuration of the stack. */
export const defaultProvider = (
  stack: string,
  project: string,
  configuration: Record<string, { value: string; secret: boolean }>,
): StateResource => {
  const inputs = Object.fromEntries(
    Object.entries(configuration).map(([key, { value, secret }]) => [key, secret ? sealed(value) : value]),
  );
  return {
    urn: `urn:pulumi:${stack}::${project}::${PROVIDER}::default`,
    custom: true,
    id: randomUUID(),
    type: PROVIDER,
    inputs: encryptable(inputs),
    outputs: encryptable(inputs),
  };
};

/** The entry of a resource, as an `up` would have left it. */
export function resourceEntry(
  { definition, id, urn, stored }: Found,
  parent: string,
  provider: string,
  dependencies: string[],
): StateResource {
  const secretOutputs = Object.entries(fieldsOf(definition.outputs))
    .filter(([key, field]) => isSecret(key, nodeOf(field).marks))
    .map(([key]) => key);
  return {
    urn: urn,
    custom: true,
    id,
    type: typeOf(definition.kind),
    inputs: encryptable(stored.inputs),
    outputs: encryptable(stored.outputs),
    parent,
    provider,
    ...(dependencies.length > 0 && { dependencies }),
    ...(secretOutputs.length > 0 && { additionalSecretOutputs: secretOutputs }),
  };
}

/** A copy with secrets in the form that an import of a state encrypts. */
export function encryptable(value: unknown): unknown {
  if (isSealed(value)) {
    const { value: secret, ...signature } = value as Bag & { value: unknown };
    return { ...signature, plaintext: JSON.stringify(secret) };
  }
  if (Array.isArray(value)) return value.map(encryptable);
  return isBag(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encryptable(item)]))
    : value;
}
