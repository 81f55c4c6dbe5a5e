import * as z from "zod";
import { didYouMean } from "../../core/didYouMean";
import { UserError } from "../../core/errors";
import { autoName, caseless, replace, secret, writeOnly } from "../../core/marks";
import { defineResource, ExistsError, type Context, type Live } from "../../core/resource";
import type { Bag } from "../../core/wire";
import { catalogOf, entryOf, fullName, versionOf, type CatalogEntry } from "./catalog";
import { download, type Download } from "./download";
import { nameOnceListed, namesAt, namesToRead, newest, same } from "./names";

/** A model in local storage: document 3, "Download model" and "List cached models". */
export const cachedModel = defineResource({
  kind: "local:CachedModel",
  description:
    "A model in local storage. Its files stay when the resource is deleted: the service has no call that removes them.",
  idForm: "{name}",
  requests: { create: "POST of a download", refresh: "one list for all" },
  minutes: 360,
  apis: ["local"],
  deleteLosesNothing: () => true,

  inputs: z.object({
    name: z
      .string()
      .min(1)
      .optional()
      .meta({ ...autoName, ...caseless })
      .describe(
        "The name, without a version the newest of the catalog, or an alias of the catalog; default is the " +
          "Pulumi name.",
      ),
    uri: z
      .string()
      .min(1)
      .optional()
      .meta({ ...replace, ...writeOnly })
      .describe("Where the model is downloaded from; default is what the catalog says."),
    providerType: z
      .enum(["VendorLocal", "ModelHub"])
      .optional()
      .meta({ ...replace, ...writeOnly })
      .describe("Who provides the model; default is what the catalog says."),
    token: z
      .string()
      .min(1)
      .optional()
      .meta({ ...secret, ...writeOnly })
      .describe("The token for a model that needs one; it counts for downloads only."),
  }),

  outputs: z.object({
    fileSizeMb: z.number().optional().describe("The size in megabytes, when the catalog lists the model."),
    version: z.string().describe("The version; empty for a model without one."),
  }),

  async create(inputs, context) {
    const catalog = await catalogOf(context);
    const entry = entryOf(catalog, inputs.name!);
    const wanted = nameOf(inputs.name!, inputs.uri, entry);
    const before = await namesAt("/compat/models", context);
    // A name with an origin of its own, and one that the catalog has in full, is not another's version.
    const isWhole = inputs.uri !== undefined || (entry !== undefined && fullName(entry) === wanted);
    const existing = (isWhole ? same : newest)(before, wanted);
    if (existing !== undefined) throw new ExistsError(live(existing, inputs.name, entry), false);
    const model = specification(wanted, inputs, entry, catalog);
    const size = entry?.fileSizeMb === undefined ? "" : ` (${entry.fileSizeMb} MB)`;
    await download(model, inputs.token, `downloading ${wanted}${size}`, context);
    const id = await nameOnceListed("/compat/models", wanted, before, context);
    if (id === undefined) throw new UserError(`${wanted} was downloaded, but GET /compat/models does not show it`);
    return live(id, inputs.name, entry);
  },

  async read(id, context, stored) {
    const isStored = stored["version"] !== undefined;
    const there = (isStored ? same : newest)(await namesToRead("/compat/models", id, context), id);
    if (there === undefined) return undefined;
    if (isStored) return { id: there, inputs: { name: stored["name"] }, outputs: stored };
    return live(there, there, entryOf(await catalogOf(context), there));
  },

  async list(_where, context) {
    const [names, catalog] = await Promise.all([namesAt("/compat/models", context), catalogOf(context)]);
    return names.map((name) => live(name, name, entryOf(catalog, name)));
  },

  // Only the token can change in place, and the service keeps none.
  update: async (id, { name }, olds) => ({ id, inputs: { name }, outputs: olds }),

  async delete(id, _state: Bag, { log }: Context) {
    log.info(`the files of ${id} stay in local storage: the service has no call that removes them`);
  },
});

const live = (id: string, name: string | undefined, entry: CatalogEntry | undefined): Live => ({
  id,
  inputs: { name },
  outputs: { fileSizeMb: entry?.fileSizeMb, version: versionOf(id) || entry?.version || "" },
});

/**
 * The name as the catalog writes it; as it is given where the catalog does not know it, has another model under it, or
 * leaves the version out.
 */
const nameOf = (declared: string, uri: string | undefined, entry: CatalogEntry | undefined): string =>
  entry === undefined ||
  (uri !== undefined && entry.uri !== undefined && entry.uri !== uri) ||
  (versionOf(declared) !== "" && versionOf(entry.name) === "")
    ? declared
    : entry.name;

interface DeclaredOrigin {
  uri?: string | undefined;
  providerType?: string | undefined;
}

/** What is sent to download a model: what is declared, completed from the catalog. */
function specification(
  name: string,
  { uri, providerType }: DeclaredOrigin,
  entry: CatalogEntry | undefined,
  catalog: CatalogEntry[],
): Download {
  const Uri = uri ?? entry?.uri;
  if (Uri === undefined)
    throw new UserError(
      "the catalog (GET /runtime/list) " +
        (entry === undefined
          ? `has no model ${name}: a model that it does not know needs \`uri\` and \`providerType\`` +
            nearest(name, catalog)
          : `does not say where ${name} is downloaded from: set \`uri\` and \`providerType\``),
    );
  return {
    Uri,
    Name: name,
    ProviderType: providerType ?? providerTypeOf(entry),
    ...(entry?.publisher !== undefined && { Publisher: entry.publisher }),
    ...(entry?.["promptTemplate"] !== undefined && { PromptTemplate: entry["promptTemplate"] }),
  };
}

const nearest = (name: string, catalog: CatalogEntry[]): string =>
  didYouMean(
    name,
    catalog.flatMap((one) => [
      one.name.replace(/:\d+$/, ""),
      one.name,
      ...(one.alias === undefined ? [] : [one.alias]),
    ]),
  );

/**
 * The provider type of a catalog entry as a download wants it: catalogs of some versions leave the end of `VendorLocal`
 * out.
 */
const providerTypeOf = (entry: CatalogEntry | undefined): string =>
  /hub/i.test(entry?.providerType ?? "") ? "ModelHub" : "VendorLocal";
