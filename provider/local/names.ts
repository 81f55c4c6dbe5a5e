import { UserError } from "../core/errors";
import type { Context } from "../core/resource";

/** The model names that a list of document 3 shows (`/compat/models`, `/compat/loadedmodels`). */
export async function namesAt(path: "/compat/models" | "/compat/loadedmodels", { local }: Pick<Context, "local">): Promise<string[]> {
  const { body, status } = await local.send({ method: "GET", path });
  if (!Array.isArray(body)) throw new UserError(`GET ${path} answered ${status} without a list of model names`);
  return body.map(String);
}

/** The name that is meant: the same without regard to letter case, or the one with the highest version when no version is given. */
export function newest(names: readonly string[], wanted: string): string | undefined {
  const name = wanted.toLowerCase();
  const same = names.find((one) => one.toLowerCase() === name);
  const versions = names.filter((one) => one.toLowerCase().startsWith(`${name}:`));
  return same ?? versions.toSorted((a, b) => versionOf(b) - versionOf(a))[0];
}

const versionOf = (name: string): number => Number(/:(\d+)/.exec(name)?.[1] ?? 0);
