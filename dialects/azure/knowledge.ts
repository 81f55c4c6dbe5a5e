import type { Answer, Call, Names, Route, Send, Warn } from "../dialect";
import { all, isBag, mapping, words, type Bag, type Lens } from "../lens";
import { askByTables } from "../speak";
import { retrieveRoute } from "./retrieve";
import { listOf, shownSource, source } from "./search";

/** A language model stands among the models of a base; every effort above the least needs one. */
const model = mapping(
  ({ answerSynthesisConfiguration: configuration, ...body }) => {
    if (isBag(configuration))
      return { ...body, models: [{ kind: "azureOpenAI", azureOpenAIParameters: configuration }] };
    if (configuration === undefined && Array.isArray(body["models"]) && body["models"].length > 0) return body;
    return { ...body, models: [], retrievalReasoningEffort: { kind: "minimal" } };
  },
  ({ models, ...body }) => {
    const [first, ...others] = (Array.isArray(models) ? models : []) as unknown[];
    const known = isBag(first) && first["kind"] === "azureOpenAI" && others.length === 0;
    if (known) return { ...body, answerSynthesisConfiguration: first["azureOpenAIParameters"] };
    if (first !== undefined) return { ...body, models };
    const { retrievalReasoningEffort: effort, ...rest } = body;
    return isBag(effort) && effort["kind"] === "minimal" ? rest : body;
  },
  [
    "`answerSynthesisConfiguration: {…}`",
    '`models: [{ kind: "azureOpenAI", azureOpenAIParameters: {…} }]`, merged into what is there',
  ],
  ["no `answerSynthesisConfiguration`", '`models: []`, `retrievalReasoningEffort: { kind: "minimal" }`'],
);

/** A base names its sources in objects. */
const sources = mapping(
  (body) =>
    Array.isArray(body["knowledgeSources"])
      ? {
          ...body,
          knowledgeSources: body["knowledgeSources"].map((name: unknown) =>
            typeof name === "string" ? { name } : name,
          ),
        }
      : body,
  (body) =>
    Array.isArray(body["knowledgeSources"])
      ? {
          ...body,
          knowledgeSources: body["knowledgeSources"].map((one: unknown) =>
            isBag(one) && typeof one["name"] === "string" ? one["name"] : one,
          ),
        }
      : body,
  ['`knowledgeSources: ["a"]`', '`knowledgeSources: [{ name: "a" }]`'],
);

/** A knowledge base. */
export const base = all(sources, words("outputMode", { rawContent: "extractiveData" }), model);

function* demandsOfBase({ models, outputMode, retrievalReasoningEffort: effort }: Bag): Iterable<string> {
  const isLeast = isBag(effort) && effort["kind"] === "minimal";
  const hasModel = Array.isArray(models) && models.length > 0;
  if (!isLeast && !hasModel) yield "retrievalReasoningEffort above 'minimal' needs one of the models";
  if (isLeast && outputMode === "answerSynthesis")
    yield "retrievalReasoningEffort 'minimal' excludes the outputMode 'answerSynthesis'";
}

/** The places of knowledge sources and bases, of one connection. */
export function knowledgeRoutes(): readonly Route[] {
  const retrieve = retrieveRoute();
  return [
    ...collection("/knowledgesources", source, { answer: shownSource }),
    {
      service: "search",
      document: "/knowledgesources/{name}/status",
      theirs: "/knowledgesources('{name}')/status",
    },
    ...collection("/knowledgebases", base, { wrote: retrieve.forget, demands: demandsOfBase }),
    retrieve.route,
  ];
}

/** The list, the creation and the single records of a collection. */
function collection(
  path: string,
  lens: Lens,
  {
    wrote = () => {},
    answer = lens,
    ...more
  }: { wrote?(name: string): void; answer?: Lens; demands?: NonNullable<Route["demands"]> } = {},
): Route[] {
  const single: Route = {
    ...more,
    service: "search",
    document: `${path}/{name}`,
    theirs: `${path}('{name}')`,
    request: lens,
    answer,
    ask: async (call, names, send) => {
      if (call.method !== "GET") wrote(names["name"]!);
      return askByTables(single, call, names, send);
    },
  };
  return [
    { service: "search", methods: ["GET"], document: path, theirs: path, answer: listOf(answer) },
    {
      service: "search",
      ...more,
      methods: ["POST"],
      document: path,
      theirs: path,
      request: lens,
      answer,
      note: `creates are a PUT of \`${path}('{name}')\` with \`If-None-Match: *\``,
      ask: (call, names, send, warn) => created(single, call, names, send, warn),
    },
    single,
  ];
}

/** A creation that fails where one is there already: sent like the PUT of an update, which all versions have. */
const created = (single: Route, call: Call, _names: Names, send: Send, warn: Warn): Promise<Answer> =>
  single.ask!(
    {
      ...call,
      method: "PUT",
      headers: { ...call.headers, "if-none-match": "*", prefer: "return=representation" },
      repeat: "refused",
    },
    { name: encodeURIComponent(String((call.body as Bag | undefined)?.["name"] ?? "")) },
    send,
    warn,
  );
