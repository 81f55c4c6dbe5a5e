import { createHash } from "node:crypto";
import { ServiceError } from "../../errors";
import { pathKey } from "./paths";
import type { Body } from "./records";

/** The members that only the service writes; what a client sends back of them is left out. */
const readOnly = ["id", "name", "type", "systemData", "etag"];

/** The body as it is kept: without members that only the service writes, its identity completed. */
export function storedForm(body: Body): Body {
  const { provisioningState: _state, ...properties } = propertiesOf(body);
  const members = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !readOnly.includes(name) && value !== undefined),
  );
  const { identity } = body;
  return { ...members, properties, ...(isObject(identity) ? { identity: completed(identity) } : {}) };
}

/** Throws 400 that names the members, by their paths, that an update would change though they cannot be. */
export function requireSame(before: Body | undefined, after: Body, paths: string[]): void {
  if (before === undefined) return;
  const changed = paths.filter((path) => plain(valueAt(before, path)) !== plain(valueAt(after, path)));
  if (changed.length === 0) return;
  const names = changed.join(", ");
  throw new ServiceError(400, "BadArgument", `${names} cannot be changed after creation.`, {
    details: changed.map((path) => ({
      code: "ImmutableProperty",
      message: `${path} cannot be changed.`,
      target: path,
      details: [],
    })),
  });
}

/** The member `properties` of a body, empty when there is none. */
export function propertiesOf(body: Body): Body {
  return isObject(body.properties) ? body.properties : {};
}

/** The value at a path of names joined by dots. */
export function valueAt(body: unknown, path: string): unknown {
  return path.split(".").reduce((value, name) => (isObject(value) ? value[name] : undefined), body);
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value without what carries no meaning: letter case, spaces, and the difference between null and absent. */
function plain(value: unknown): string {
  return value === undefined || value === null ? "" : JSON.stringify(value).toLowerCase().replaceAll(" ", "");
}

function completed(identity: Body): Body {
  if (!/systemassigned/i.test(String(identity.type))) return identity;
  return { ...identity, principalId: guid("principal"), tenantId: guid("tenant") };
}

/** A GUID that is the same for the same text. */
export function guid(text: string): string {
  const digits = createHash("sha256").update(pathKey(text)).digest("hex");
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ].join("-");
}

/** The members of an object that have a value; none where it is no object. */
export const withValues = (group: unknown): Body =>
  isObject(group) ? Object.fromEntries(Object.entries(group).filter(([, value]) => (value ?? null) !== null)) : {};
