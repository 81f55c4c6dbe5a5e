import type { Answer, Route, Send } from "../dialect";
import { at, isBag, type Bag } from "../lens";
import { refused } from "../speak";

/** What a question to a knowledge base depends on. */
interface Asked {
  /** How much thought the base gives to a question. */
  effort: string;
  sources: { name: string; kind: string }[];
}

const listIn = (value: unknown, place: string): Bag[] => {
  const list = at(value, place);
  return Array.isArray(list) ? list.filter(isBag) : [];
};
const textIn = (value: unknown, place: string): string => {
  const text = at(value, place);
  return typeof text === "string" ? text : "";
};

/** Questions to knowledge bases; what they depend on is looked at once, and again after `forget` and a refusal. */
export function retrieveRoute(): { route: Route; forget(name: string): void } {
  const known = new Map<string, Promise<Asked>>();

  const look = async (name: string, send: Send): Promise<Asked> => {
    const { body } = await send({ method: "GET", path: `/knowledgebases('${name}')` });
    const sources = listIn(body, "knowledgeSources").map((source) => textIn(source, "name"));
    const kinds = await Promise.all(
      sources.map(async (source) => {
        const path = `/knowledgesources('${encodeURIComponent(source)}')`;
        return textIn((await send({ method: "GET", path })).body, "kind");
      }),
    );
    return {
      effort: textIn(body, "retrievalReasoningEffort.kind"),
      sources: sources.map((source, position) => ({ name: source, kind: kinds[position]! })),
    };
  };
  const lookedUp = (name: string, send: Send): Promise<Asked> => {
    const pending = known.get(name) ?? look(name, send);
    known.set(name, pending);
    pending.catch(() => known.delete(name));
    return pending;
  };

  const route: Route = {
    service: "search",
    methods: ["POST"],
    document: "/knowledgebases/{name}/query",
    theirs: "/knowledgebases('{name}')/retrieve",
    note:
      "`query` is an intent where the base has the effort `minimal`, else a message; every source is asked for its " +
      "references with their data; the references are the `sources` of the answer",
    async ask(call, names, send, warn) {
      const name = names["name"]!;
      const isKnown = known.has(name);
      const retrieve = async (): Promise<Answer> =>
        send({
          ...call,
          path: `/knowledgebases('${name}')/retrieve`,
          body: requestOf(await lookedUp(name, send), call.body),
        });
      const answer = await retrieve().catch((error: unknown) => {
        const { status } = error as { status?: number };
        known.delete(name);
        if (!isKnown || (status !== 400 && status !== 404)) throw error;
        return retrieve();
      });
      if (answer.status === 206) warn(`${name}: ${failedIn(answer.body)}`);
      return { ...answer, body: answerOf(answer.body, at(call.body, "maxResults")) };
    },
    serve: (call, names, send) => serveRetrieve(call.body, names["name"]!, send),
  };
  return { route, forget: (name) => void known.delete(name) };
}

function requestOf({ effort, sources }: Asked, body: unknown): Bag {
  const query = textIn(body, "query");
  return {
    ...(effort === "minimal"
      ? { intents: [{ type: "semantic", search: query }] }
      : { messages: [{ role: "user", content: [{ type: "text", text: query }] }] }),
    includeActivity: true,
    knowledgeSourceParams: sources.map(({ name, kind }) => ({
      knowledgeSourceName: name,
      kind,
      includeReferences: true,
      includeReferenceSourceData: true,
    })),
  };
}

function answerOf(body: unknown, maxResults: unknown): Bag {
  const [message] = listIn(body, "response");
  const text = textIn(listIn(message, "content")[0], "text");
  const extracted = extractedIn(text);
  const sources = listIn(body, "references").map((reference) => {
    const id = String(reference["docKey"] ?? reference["id"] ?? "");
    const data = reference["sourceData"];
    const entry = extracted?.find((one) => String(one["ref_id"]) === String(reference["id"]));
    return {
      id,
      content: isBag(data) ? textsIn(data, id) : entry === undefined ? "" : textIn(entry, "content"),
      relevanceScore: reference["rerankerScore"] ?? 0,
    };
  });
  return {
    answer: extracted === undefined ? text : "",
    sources: typeof maxResults === "number" ? sources.slice(0, maxResults) : sources,
  };
}

/** The texts of a source, but for its own key. */
const textsIn = (data: Bag, key: string): string =>
  Object.values(data)
    .filter((value) => typeof value === "string" && value !== key && value !== "")
    .join(" ");

/** The list that an answer without a language model has in the place of a text. */
function extractedIn(text: string): Bag[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isBag) : undefined;
  } catch {
    return undefined;
  }
}

/** Which sources failed, in words. */
function failedIn(body: unknown): string {
  const failed = listIn(body, "activity")
    .filter((one) => isBag(one["error"]))
    .map((one) => {
      const source = textIn(one, "knowledgeSourceName") || textIn(one, "type");
      return `${source} (${textIn(one, "error.message") || textIn(one, "error.code")})`;
    });
  const what = failed.length === 0 ? "a knowledge source failed" : `these failed: ${failed.join(", ")}`;
  return `the answer is incomplete: ${what}`;
}

async function serveRetrieve(body: unknown, name: string, send: Send): Promise<Answer> {
  const base = await send({ method: "GET", path: `/knowledgebases/${name}` });
  if (base.status > 299) return base;
  const isLeast = !isBag(at(base.body, "answerSynthesisConfiguration"));
  const effort = textIn(base.body, "retrievalReasoningEffort.kind") || (isLeast ? "minimal" : "low");
  const [wanted, other] = effort === "minimal" ? ["intents", "messages"] : ["messages", "intents"];
  if (listIn(body, wanted).length === 0 || listIn(body, other).length > 0)
    return refused(`the reasoning effort '${effort}' takes ${wanted}, not ${other}`);
  const messages = listIn(body, "messages").filter(({ role }) => role === "user");
  const content = listIn(messages.at(-1), "content").map((part) => textIn(part, "text"));
  const query = [...listIn(body, "intents").map((intent) => textIn(intent, "search")), ...content].join(" ");
  const answer = await send({ method: "POST", path: `/knowledgebases/${name}/query`, body: { query } });
  if (answer.status > 299) return answer;
  const sources = listIn(answer.body, "sources");
  const parameters = listIn(body, "knowledgeSourceParams");
  const withData = parameters.some(({ includeReferenceSourceData }) => includeReferenceSourceData === true);
  const withReferences = !parameters.some(({ includeReferences }) => includeReferences === false);
  const extracted = sources.map((one, position) => ({ ref_id: position, content: one["content"] }));
  const isSynthesis = at(base.body, "outputMode") === "answerSynthesis";
  const text = isSynthesis ? textIn(answer.body, "answer") : JSON.stringify(extracted);
  return {
    ...answer,
    body: {
      response: [{ role: "assistant", content: [{ type: "text", text }] }],
      ...(at(body, "includeActivity") === true && {
        activity: [
          { type: "searchIndex", id: 0, elapsedMs: 1, count: sources.length, searchIndexArguments: { search: query } },
        ],
      }),
      references: withReferences
        ? sources.map(({ id, content, relevanceScore }, position) => ({
            type: "searchIndex",
            id: String(position),
            activitySource: 0,
            docKey: id,
            rerankerScore: relevanceScore,
            sourceData: withData ? { content } : null,
          }))
        : [],
    },
  };
}
