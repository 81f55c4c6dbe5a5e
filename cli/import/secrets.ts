import { UserError } from "../../provider/core/errors";
import { isBag, isSealed, sealed } from "../../provider/core/wire";
import type { ConfigurationValues } from "../pulumi";
import { assetOf } from "./files";
import { isReference, referencesIn } from "./declared";

/**
 * The values of the secrets that arguments name, from the configuration of the project. Throws an error that names
 * those that are not configured: a service does not show them, so that the state cannot have them from there.
 */
export function secretsFor(args: unknown, values: ConfigurationValues, project: string): Map<string, string> {
  const names = referencesIn(args).flatMap((reference) => ("secret" in reference ? [reference.secret] : []));
  const missing = names.filter((name) => values[`${project}:${name}`] === undefined);
  if (missing.length > 0) {
    const commands = missing.map((name) => `  pulumi config set --secret ${name} …`).join("\n");
    throw new UserError(`services do not show secrets: set these to what they are, then import again.\n${commands}`);
  }
  return new Map(names.map((name) => [name, values[`${project}:${name}`]!.value]));
}

/** Stored values with the secrets in the places where the arguments name them. */
export function withSecrets(stored: unknown, args: unknown, secrets: ReadonlyMap<string, string>): unknown {
  if (isReference(args))
    return "secret" in args ? sealed(secrets.get(args.secret)) : "file" in args ? assetOf(args.file) : stored;
  if (isSealed(stored)) return stored;
  if (Array.isArray(stored) && Array.isArray(args))
    return stored.map((item, index) => withSecrets(item, args[index], secrets));
  if (!isBag(stored) || !isBag(args)) return stored;
  return Object.fromEntries(Object.entries(stored).map(([key, item]) => [key, withSecrets(item, args[key], secrets)]));
}
