import * as z from "zod";
import type { Mistake } from "../../core/check";
import { asError, isNotFound } from "../../core/errors";
import { path } from "../../core/http";
import { derived, lines, references, replace, tellsOf, unkept, unsent } from "../../core/marks";
import { defineResource, type Settings } from "../../core/resource";
import { parse } from "../../core/url";
import { asText, hasUnknown, isBag, isUnknown } from "../../core/wire";
import { declaredIndex } from "../index/declaredIndexes";
import { knownSchemaOf } from "../index/indexSchema";
import { bring, objectsIn, remove } from "./documentChanges";
import { digestOf } from "./documentForm";
import { isAmiss, type Hashes } from "./documentHashes";
import { readDocuments } from "./documentReading";
import { documentDrift } from "./documentDrift";
import { documentPlan, meantDocuments, remember, secretPlaceIn } from "./documentPlan";
import { documentMistakes } from "./documentRules";
import { documentsIn, documentSource, sourceOf } from "./documentSource";
import type { Declaration } from "./upload";

const URL = "/indexes/{index}/docs";

/** The documents that a program owns in an index: document 2, "Document upload entry". */
export const documents = defineResource({
  kind: "search:Documents",
  description:
    "Documents of an index, owned by key: changed ones are sent again, removed ones deleted, others' left alone.",
  idForm: URL,
  requests: {
    create: "POST searches for the keys, POST batches",
    update: "POST batches of what differs",
    delete: "POST batches of `delete` for the declared keys",
    refresh: "statistics, then pages of a search",
  },
  // Several may stand in one index, each with keys of its own.
  exactNames: true,
  objects: ({ index, hashes }) => objectsIn(asText(index), Object.keys((hashes ?? {}) as Hashes)),
  declaredObjects: meantDocuments,
  awaited: true,
  createFirst: (olds, news) => !isUnknown(news.index) && news.index !== olds.index,
  apis: ["search"],

  inputs: z.object({
    index: z
      .string()
      .min(1)
      .meta({ ...replace, ...references("search:Index", { whenReplaced: "replace" }) })
      .describe("The name of the index."),
    documents: documentSource
      .meta({ ...unkept, ...lines })
      .describe(
        "The documents, each with the key field: an array, where integers beyond 2^53 stand as text, or an asset " +
          "with a JSON array or JSON Lines.",
      ),
    action: z
      .enum(["upload", "merge", "mergeOrUpload"])
      .default("upload")
      .meta(unsent)
      .describe(
        "How a document is sent: as a whole (`upload`), or over the fields of one that must (`merge`) or may " +
          "(`mergeOrUpload`) exist.",
      ),
    verify: z
      .enum(["content", "count", "none"])
      .optional()
      .meta(unsent)
      .describe(
        "What a refresh compares: the fields that the service returns (default up to 1000 documents), how many " +
          "documents there are (default above), or nothing.",
      ),
  }),

  outputs: z.object({
    count: z.int().describe("How many documents there are of those declared."),
    keyField: z.string().describe("The name of the key field."),
    hashes: z
      .record(z.string(), z.string())
      .meta(tellsOf("documents"))
      .describe("A short hash of every document, by key."),
    digest: z
      .string()
      .meta({ ...derived, ...tellsOf("documents") })
      .describe("A short hash of all documents together."),
  }),

  rules: sourceRules,

  derive({ documents: source }) {
    const all = documentsIn(source);
    const digest = digestOf(all);
    if (!Array.isArray(source)) remember(digest, all);
    return { digest };
  },

  secretPlaces: secretPlaceIn,
  remarks: documentPlan,
  drift: documentDrift,

  edits: (olds, news) =>
    olds["digest"] === news["digest"] && !Object.values((olds["hashes"] ?? {}) as Hashes).some(isAmiss)
      ? []
      : ["documents"],

  create: (inputs, context) => bring(inputs as Declaration, {}, context),
  update: (_id, inputs, { hashes }, context) => bring(inputs as Declaration, (hashes ?? {}) as Hashes, context),
  read: (id, context, stored) => readDocuments(parse(URL, id)["index"]!, stored, context),

  async delete(id, { hashes }, context) {
    const { index } = parse(URL, id) as { index: string };
    if (context.successor("search:Index", path`/indexes/${index}`) !== undefined)
      return context.log.info(`the documents go with ${path`/indexes/${index}`}, which another index has replaced`);
    const schema = await knownSchemaOf(index, context);
    if (schema === undefined) return;
    try {
      await remove(schema, (hashes ?? {}) as Hashes, context);
    } catch (error) {
      if (!isNotFound(error) || (await knownSchemaOf(index, context)) !== undefined) throw error;
    }
  },
});

function* sourceRules(inputs: { index?: string; documents?: unknown }, settings: Settings): Iterable<Mistake> {
  const { index, documents: source } = inputs;
  if (!(Array.isArray(source) || isBag(source)) || (isBag(source) && hasUnknown(source))) return;
  try {
    yield* documentMistakes(sourceOf(source), declaredIndex(index, settings));
  } catch (error) {
    yield { path: "documents", reason: asError(error).message };
  }
}
