import { startSandbox, type Sandbox } from "../../sandbox";

/** JSON of a form that the test knows. */
export type Json = ReturnType<typeof JSON.parse>;

/** What the search service answered. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The JSON of the answer, or its text. */
  body: Json;
}

/** Calls the search service of a sandbox with its key and api-version; headers and query can be replaced. */
export function callsOf(sandbox: () => Sandbox) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    query = "api-version=2025-11-01-preview",
  ): Promise<Answer> => {
    const response = await fetch(`${sandbox().url}${path}?${query}`, {
      method,
      headers: { "api-key": "sandbox", "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
  };
}

/** Searches in an index of a sandbox: whole answers, and the ids or the message. */
export function searchesOf(call: ReturnType<typeof callsOf>) {
  const search = (body: object, name = "lamps"): Promise<Answer> => call("POST", `/indexes/${name}/docs/search`, body);
  return {
    search,
    async ids(body: object): Promise<string[]> {
      const answer = await search(body);
      return answer.status === 200
        ? answer.body.value.map((each: { id: string }) => each.id)
        : [answer.body.error.message];
    },
  };
}

/** A sandbox with the lamps in stock. */
export async function stocked(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  const call = callsOf(() => sandbox);
  await call("PUT", "/indexes/lamps", lamps);
  await call("POST", "/indexes/lamps/docs/index", { value: stock });
  return sandbox;
}

/** An index of lamps with text, numbers, tags, a date and a hidden vector of three numbers. */
export const lamps = {
  name: "lamps",
  fields: [
    { name: "id", type: "Edm.String", key: true },
    { name: "title", type: "Edm.String", searchable: true },
    { name: "text", type: "Edm.String", searchable: true, filterable: false },
    { name: "price", type: "Edm.Double" },
    { name: "stock", type: "Edm.Int32", filterable: true },
    { name: "sold", type: "Edm.Boolean" },
    { name: "since", type: "Edm.DateTimeOffset" },
    { name: "tags", type: "Collection(Edm.String)" },
    { name: "cost", type: "Edm.Double", retrievable: false },
    {
      name: "vec",
      type: "Collection(Edm.Single)",
      searchable: true,
      stored: false,
      dimensions: 3,
      vectorSearchProfile: "vp",
    },
  ],
  suggesters: [{ name: "sg", searchMode: "analyzingInfixMatching", sourceFields: ["title", "tags"] }],
  vectorSearch: {
    algorithms: [{ name: "graph", kind: "hnsw" }],
    profiles: [{ name: "vp", algorithm: "graph", vectorizer: "emb" }],
    vectorizers: [
      {
        name: "emb",
        kind: "embeddingService",
        embeddingServiceParameters: {
          resourceUri: "https://embed.example",
          deploymentId: "small",
          modelName: "small",
          apiKey: "hush",
        },
      },
    ],
  },
  semantic: {
    defaultConfiguration: "sc",
    configurations: [{ name: "sc", prioritizedFields: { prioritizedContentFields: [{ fieldName: "text" }] } }],
  },
};

/** Documents for it. */
export const stock = [
  {
    id: "p1",
    title: "Blue desk lamp",
    text: "A blue lamp for the desk. It bends.",
    price: 20,
    stock: 4,
    sold: true,
    tags: ["desk", "metal"],
    cost: 9,
    vec: [1, 0, 0],
  },
  {
    id: "p2",
    title: "Red floor lamp",
    text: "A red lamp that stands on the floor.",
    price: 50,
    stock: 0,
    sold: false,
    tags: ["floor"],
    vec: [0, 1, 0],
  },
  {
    id: "p3",
    title: "Desk",
    text: "A desk of oak.",
    price: 300.5,
    stock: 1,
    tags: ["desk", "wood"],
    since: "2024-05-01T02:00:00+02:00",
    vec: [0.9, 0.1, 0],
  },
];
