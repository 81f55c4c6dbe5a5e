import * as z from "zod";
import { UserError } from "../../core/errors";
import type { Context } from "../../core/resource";
import { isBag, member, type Bag } from "../../core/wire";
import { camelMembers } from "../../core/camelCase";
import { newest } from "./names";

const maybe = z.string().optional().catch(undefined);

/** A model that the service offers: document 3, "Catalog entry", and what services add to it. */
export const catalogEntry = z
  .looseObject({
    name: z.string().describe("The identifier, which ends in a colon and the version."),
    displayName: z.string().describe("The name for people."),
    version: z.string().describe("The version; empty when there is none."),
    modelType: maybe.describe("The format, for example `ONNX`."),
    task: maybe.describe("The primary task, for example `chat-completion`."),
    fileSizeMb: z.number().optional().catch(undefined).describe("The size in megabytes."),
    supportsToolCalling: z.boolean().catch(false).describe("Whether the model can call tools."),
    alias: maybe.describe("The name that all variants of the model share."),
    uri: maybe.describe("Where the model is downloaded from."),
    providerType: maybe.describe("Who provides it: `VendorLocal` or `ModelHub`."),
    publisher: maybe.describe("Who made it."),
  })
  .meta({ title: "CatalogEntry" })
  .describe("A model that the service offers.");

/** A model that the service offers. */
export type CatalogEntry = z.output<typeof catalogEntry>;

/**
 * GET /runtime/list: an object with `models`, of some versions a bare array. Throws `UserError` for an answer without a
 * list.
 */
export async function catalogOf({ local }: Pick<Context, "local">): Promise<CatalogEntry[]> {
  const { body, status } = await local.send({ method: "GET", path: "/runtime/list" });
  const models = isBag(body) ? member(body, "models") : body;
  if (!Array.isArray(models)) throw new UserError(`GET /runtime/list answered ${status} without a list of models`);
  return models
    .filter(isBag)
    .map(camelMembers)
    .filter(isNamed)
    .map((entry) => catalogEntry.parse(completed(entry)));
}

/**
 * The entry of a name without regard to letter case: the same, else its highest version, else the first with this alias
 * in its highest version.
 */
export function entryOf(catalog: readonly CatalogEntry[], wanted: string): CatalogEntry | undefined {
  const named = (name: string): CatalogEntry | undefined => {
    const match = newest(catalog.map(fullName), name);
    return catalog.find((entry) => fullName(entry) === match);
  };
  const aliased = catalog.find(({ alias }) => alias?.toLowerCase() === wanted.toLowerCase());
  return named(wanted) ?? (aliased && named(withoutVersion(fullName(aliased))));
}

/** The name with its version, which some catalogs have beside the name only. */
export const fullName = ({ name, version }: CatalogEntry): string =>
  versionOf(name) !== "" || version === "" ? name : `${name}:${version}`;

/** The version in a model's name, `3` of `chat-cpu:3`; empty when it has none. */
export const versionOf = (name: string): string => /:([^:]*)$/.exec(name)?.[1] ?? "";

/** A model's name without its version. */
const withoutVersion = (name: string): string => name.replace(/:[^:]*$/, "");

const isNamed = (entry: Bag): entry is Bag & { name: string } => typeof entry["name"] === "string";

const completed = (entry: Bag & { name: string }): Bag => ({
  ...entry,
  displayName: typeof entry["displayName"] === "string" ? entry["displayName"] : withoutVersion(entry.name),
  version: ["string", "number"].includes(typeof entry["version"]) ? String(entry["version"]) : versionOf(entry.name),
});
