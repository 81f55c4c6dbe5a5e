import * as z from "zod";
import type { Mistake } from "../../core/check";
import { path } from "../../core/http";
import { references, replace } from "../../core/marks";
import { defineResource, type Context, type Live } from "../../core/resource";
import { restVerbs } from "../../core/rest";
import { until, VISIBLE } from "../../core/until";
import { asText, isBag, isUnknown, type Bag } from "../../core/wire";
import { definition, name } from "../shared";
import { documentsThere } from "./moveOfSource";
import { blobParameters, libraryOnlineParameters, webParameters } from "./parameters";

const fieldName = z
  .strictObject({ name: z.string().min(1).describe("The name of the field.") })
  .meta({ title: "KnowledgeSourceField" })
  .describe("A field of the index.");
/** The argument that holds the parameters of each kind. */
const parameters: Record<string, string> = {
  searchIndex: "searchIndexParameters",
  blob: "blobParameters",
  libraryOnline: "libraryOnlineParameters",
  web: "webParameters",
};

const verbs = restVerbs({
  ...definition,
  url: "/knowledgesources/{name}",
  list: "/knowledgesources",
  create: "post",

  inputs: z.object({
    name,
    kind: z.enum(["searchIndex", "blob", "libraryOnline", "web"]).meta(replace).describe("Where the content is."),
    description: z.string().optional().describe("What the source knows."),
    searchIndexParameters: z
      .strictObject({
        searchIndexName: z
          .string()
          .min(1)
          .meta(references("search:Index", { whenReplaced: "replace" }))
          .describe("The name of the index."),
        sourceDataFields: z.array(fieldName).optional().describe("The fields that make up the content of an answer."),
        searchFields: z
          .array(fieldName)
          .optional()
          .describe("The fields that are searched; default is all that are searchable."),
        semanticConfigurationName: z.string().min(1).optional().describe("The semantic configuration that ranks."),
      })
      .meta({ title: "SearchIndexParameters" })
      .optional()
      .describe("The parameters of the kind `searchIndex`, which needs them."),
    blobParameters,
    libraryOnlineParameters,
    webParameters,
  }),
});

/** A knowledge source: document 2, "Knowledge source". */
export const knowledgeSource = defineResource({
  kind: "search:KnowledgeSource",
  description: "A knowledge source: where a knowledge base finds content, for example an index.",
  listed: "The knowledge sources of the search service.",
  rules: kindRules,
  overtaken: isLeft,
  ...verbs,

  // It answers from the index before until the other one has its documents; that one may go when it shows the other.
  async update(id, inputs, olds, context) {
    const [from, to] = [indexOf(olds), indexOf(inputs)];
    if (from === undefined || to === undefined) return verbs.update(id, inputs, olds, context);
    if (from === to && !isLeft(inputs, context)) return verbs.update(id, inputs, olds, context);
    await documentsThere(id, from, to, context);
    // Where the state says that it is there already, a write says so to the service too.
    return moved(await verbs.update(id, inputs, from === to ? {} : olds, context), to, context);
  },
});

/** Whether it may have left, in a run that was killed, the index to which a replacement of this run goes back. */
function isLeft(inputs: Bag, run: Pick<Context, "isReplacement">): boolean {
  const index = indexOf(inputs);
  return index !== undefined && run.isReplacement("search:Index", path`/indexes/${index}`);
}

/** The name of the index from which a source reads, if it is of that kind. */
export const indexOf = ({ searchIndexParameters: parameters }: Bag): string | undefined =>
  isBag(parameters) ? asText(parameters["searchIndexName"]) || undefined : undefined;

/** Waits until a source shows the index to which it was moved. */
const moved = (live: Live, to: string, context: Context): Promise<Live> =>
  until<Live>(
    async (late) => {
      const shownSource = await verbs.read(live.id, context, {});
      return late || (shownSource !== undefined && indexOf(shownSource.inputs) === to) ? { end: live } : {};
    },
    { http: context.search, what: `moving ${live.id} to ${to}`, patience: VISIBLE, progress: context.log.progress },
  );

/** The parameters of the declared kind, and of no other. */
function* kindRules(inputs: Bag): Iterable<Mistake> {
  const { kind } = inputs;
  if (typeof kind !== "string" || isUnknown(kind) || !(kind in parameters)) return;
  if (kind === "searchIndex" && inputs["searchIndexParameters"] === undefined)
    yield { path: "searchIndexParameters", reason: "is required of the kind `searchIndex`" };
  for (const [other, argument] of Object.entries(parameters)) {
    if (other !== kind && inputs[argument] !== undefined)
      yield { path: argument, reason: `belongs to the kind \`${other}\`` };
  }
}
