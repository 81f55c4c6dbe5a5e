import { type Sandbox, startSandbox } from "../../sandbox";
import { callsOf, lamps } from "./searchCalls";

let sandbox: Sandbox;
const call = callsOf(() => sandbox);

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const representation = { Prefer: "return=representation" };
const changed = (change: object): object => ({ ...lamps, ...change });
const withField = (name: string, change: object): object =>
  changed({ fields: lamps.fields.map((field) => (field.name === name ? { ...field, ...change } : field)) });

describe("credentials and versions", () => {
  it.each([
    ["no credentials", { "api-key": "" }, 401],
    ["another key", { "api-key": "other" }, 401],
    ["the key beside a wrong token", { Authorization: "Bearer wrong" }, 200],
  ])("%s", async (_what, headers, status) => {
    expect((await call("GET", "/indexes", undefined, headers)).status).toBe(status);
  });

  it("takes a token for a scope, until it expires, and none for the ML service", async () => {
    const token = async (form: Record<string, string>): Promise<string> => {
      const credentials = { grant_type: "client_credentials", client_id: "sandbox", client_secret: "sandbox" };
      const response = await fetch(`${sandbox.url}/sandbox/oauth2/token`, {
        method: "POST",
        body: new URLSearchParams({ ...credentials, ...form }),
      });
      return ((await response.json()) as { access_token: string }).access_token;
    };
    const status = async (bearer: string): Promise<number> =>
      (
        await fetch(`${sandbox.url}/indexes?api-version=2025-11-01-preview`, {
          headers: { Authorization: `Bearer ${bearer}` },
        })
      ).status;
    const scoped = await token({ scope: "https://search.example/.default" });
    expect(await status(scoped)).toBe(200);
    expect(await status(await token({ resource: sandbox.url }))).toBe(401);
    await fetch(`${sandbox.url}/_sandbox/clock`, { method: "POST", body: JSON.stringify({ advanceSeconds: 4000 }) });
    expect(await status(scoped)).toBe(401);
  });

  it.each([
    ["", "MissingApiVersionParameter"],
    ["api-version=2024-07-01", "InvalidApiVersionParameter"],
  ])("refuses the query '%s'", async (query, code) => {
    const answer = await call("GET", "/indexes", undefined, {}, query);
    expect(answer).toMatchObject({ status: 400, body: { error: { code } } });
  });

  it("refuses what the tier does not allow", async () => {
    sandbox.behaviour.searchRequestsPerSecond = 0;
    const answer = await call("GET", "/indexes");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(answer.headers.get("x-ms-request-id")).toBeTruthy();
  });
});

describe("an index", () => {
  it("is created, replaced, shown, listed and deleted", async () => {
    const created = await call("PUT", "/indexes/lamps", lamps);
    expect(created.status).toBe(201);
    expect(created.headers.get("etag")).toBe(created.body["@odata.etag"]);
    expect((await call("PUT", "/indexes/lamps", changed({ description: "d" }))).status).toBe(204);
    const replaced = await call("PUT", "/indexes/lamps", changed({ description: "e" }), representation);
    expect(replaced).toMatchObject({ status: 200, body: { description: "e" } });
    expect(replaced.body["@odata.etag"]).not.toBe(created.body["@odata.etag"]);
    const shown = await call("GET", "/indexes/lamps");
    expect(shown.body).toEqual(replaced.body);
    expect((await call("GET", "/indexes")).body.value).toMatchObject([{ name: "lamps", description: "e" }]);
    const names = await call("GET", "/indexes", undefined, {}, "api-version=2025-11-01-preview&$select=name");
    expect(names.body.value).toEqual([{ name: "lamps" }]);
    expect((await call("DELETE", "/indexes/lamps")).status).toBe(204);
    expect((await call("DELETE", "/indexes/lamps")).status).toBe(404);
    expect((await call("GET", "/indexes/lamps")).body.error.message).toBe(
      "No index with the name 'lamps' was found in the service.",
    );
  });

  it("comes back with every default filled in", async () => {
    const { body } = await call("PUT", "/indexes/lamps", lamps);
    const field = (name: string): object => body.fields.find((each: { name: string }) => each.name === name);
    expect(body.fields.map((each: { name: string }) => each.name)).toEqual(lamps.fields.map(({ name }) => name));
    expect(field("title")).toEqual({
      name: "title",
      type: "Edm.String",
      searchable: true,
      filterable: true,
      retrievable: true,
      stored: true,
      sortable: true,
      facetable: true,
      key: false,
      analyzer: null,
      indexAnalyzer: null,
      searchAnalyzer: null,
      normalizer: null,
      dimensions: null,
      vectorSearchProfile: null,
      vectorEncoding: null,
      synonymMaps: [],
    });
    expect(field("vec")).toMatchObject({
      filterable: false,
      retrievable: false,
      stored: false,
      sortable: false,
      facetable: false,
    });
    expect(field("tags")).toMatchObject({ searchable: true, sortable: false, facetable: true });
    expect(field("stock")).toMatchObject({ searchable: false, sortable: true });
    expect(body).toMatchObject({
      description: null,
      defaultScoringProfile: null,
      scoringProfiles: [],
      corsOptions: null,
      analyzers: [],
      normalizers: [],
      encryptionKey: null,
      similarity: { "@odata.type": "#Provider.Search.BM25Similarity", k1: null, b: null },
    });
    expect(body.vectorSearch.algorithms).toEqual([
      {
        name: "graph",
        kind: "hnsw",
        hnswParameters: { metric: "cosine", m: 4, efConstruction: 400, efSearch: 500 },
        exhaustiveKnnParameters: null,
      },
    ]);
    expect(body.vectorSearch).toMatchObject({ compressions: [], profiles: [{ compression: null }] });
    expect(body.vectorSearch.vectorizers[0].embeddingServiceParameters).toMatchObject({
      apiKey: "<redacted>",
      authIdentity: null,
    });
    expect(body.semantic.configurations[0]).toEqual({
      name: "sc",
      rankingOrder: "BoostedRerankerScore",
      flightingOptIn: false,
      prioritizedFields: {
        titleField: null,
        prioritizedContentFields: [{ fieldName: "text" }],
        prioritizedKeywordsFields: [],
      },
    });
  });

  it("can be put back as it was read, in either form", async () => {
    await call("PUT", "/indexes/lamps", lamps);
    for (const echo of ["asSent", "otherForm"] as const) {
      sandbox.behaviour.echo = echo;
      const { body } = await call("GET", "/indexes/lamps");
      expect((await call("PUT", "/indexes/lamps", body)).status).toBe(204);
    }
  });

  it("has another order of members and more defaults in the other form, and means the same", async () => {
    const plain = (await call("PUT", "/indexes/lamps", lamps)).body;
    sandbox.behaviour.echo = "otherForm";
    const other = (await call("GET", "/indexes/lamps")).body;
    expect(other).toMatchObject({ fields: plain.fields, vectorSearch: plain.vectorSearch, purviewEnabled: false });
    expect(Object.keys(other.fields[0])).not.toEqual(Object.keys(plain.fields[0]));
  });

  it("obeys If-Match and If-None-Match", async () => {
    const conditional = async (method: string, header: string, value: string): Promise<number> =>
      (await call(method, "/indexes/lamps", method === "PUT" ? lamps : undefined, { [header]: value })).status;
    expect(await conditional("PUT", "If-Match", "*")).toBe(412);
    expect(await conditional("PUT", "If-None-Match", "*")).toBe(201);
    expect(await conditional("PUT", "If-None-Match", "*")).toBe(412);
    const old = (await call("GET", "/indexes/lamps")).body["@odata.etag"];
    expect(await conditional("PUT", "If-Match", old)).toBe(204);
    expect(await conditional("PUT", "If-Match", old)).toBe(412);
    expect(await conditional("DELETE", "If-Match", old)).toBe(412);
    const fresh = (await call("GET", "/indexes/lamps")).headers.get("etag") ?? "";
    expect(await conditional("DELETE", "If-Match", fresh)).toBe(204);
  });

  it("is created by POST once", async () => {
    expect((await call("POST", "/indexes", lamps)).status).toBe(201);
    expect((await call("POST", "/indexes", lamps)).status).toBe(409);
  });

  it("is answered without a body where the behaviour says so", async () => {
    sandbox.behaviour.put = "empty";
    expect(await call("PUT", "/indexes/lamps", lamps)).toMatchObject({ status: 201, body: "" });
    expect(await call("PUT", "/indexes/lamps", lamps, representation)).toMatchObject({ status: 204, body: "" });
  });

  it("is read as it was before a write, as often as the behaviour says", async () => {
    sandbox.behaviour.staleReads = 2;
    await call("PUT", "/indexes/lamps", lamps);
    expect((await call("GET", "/indexes/lamps")).status).toBe(404);
    expect((await call("GET", "/indexes")).body.value).toEqual([]);
    expect((await call("GET", "/indexes/lamps")).status).toBe(200);
    await call("DELETE", "/indexes/lamps");
    expect((await call("GET", "/indexes/lamps")).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ["no key field", withField("id", { key: false }), "fields must have exactly one key field"],
    ["two key fields", withField("title", { key: true }), "fields must have exactly one key field"],
    ["a key that is no string", changed({ fields: [{ name: "id", type: "Edm.Int32", key: true }] }), "fields[0].key"],
    ["an unknown type", withField("stock", { type: "Edm.Int" }), "fields[4].type"],
    ["a field twice", withField("title", { name: "id" }), "fields[1].name"],
    ["a bad field name", withField("title", { name: "1st" }), "fields[1].name"],
    ["searchable numbers", withField("stock", { searchable: true }), "fields[4].searchable"],
    ["a vector without dimensions", withField("vec", { dimensions: null }), "fields[9].dimensions"],
    ["a vector of one dimension", withField("vec", { dimensions: 1 }), "fields[9].dimensions"],
    ["a vector without a profile", withField("vec", { vectorSearchProfile: null }), "fields[9].vectorSearchProfile"],
    ["an unknown profile", withField("vec", { vectorSearchProfile: "other" }), "'other'"],
    ["a returned vector that is not stored", withField("vec", { retrievable: true }), "fields[9].retrievable"],
    ["a filterable vector", withField("vec", { filterable: true }), "filterable"],
    ["dimensions of a string", withField("title", { dimensions: 3 }), "fields[1].dimensions"],
    ["an unknown analyzer", withField("title", { analyzer: "mine" }), "'mine'"],
    ["one of two analyzers", withField("title", { indexAnalyzer: "simple" }), "fields[1].indexAnalyzer"],
    [
      "an unknown algorithm",
      changed({ vectorSearch: { ...lamps.vectorSearch, algorithms: [] } }),
      "vectorSearch.profiles[0].algorithm",
    ],
    [
      "an unknown vectorizer",
      changed({ vectorSearch: { ...lamps.vectorSearch, vectorizers: [] } }),
      "vectorSearch.profiles[0].vectorizer",
    ],
    [
      "an unknown default",
      changed({ semantic: { ...lamps.semantic, defaultConfiguration: "x" } }),
      "semantic.defaultConfiguration",
    ],
    [
      "a semantic field that is no text",
      changed({
        semantic: { configurations: [{ name: "c", prioritizedFields: { titleField: { fieldName: "stock" } } }] },
      }),
      "semantic.configurations[0].prioritizedFields",
    ],
    [
      "a suggester over numbers",
      changed({ suggesters: [{ name: "sg", sourceFields: ["stock"] }] }),
      "suggesters[0].sourceFields",
    ],
    [
      "two suggesters",
      changed({ suggesters: [...lamps.suggesters, { name: "b", sourceFields: ["title"] }] }),
      "suggesters",
    ],
    ["another name than the path's", changed({ name: "desks" }), "name"],
    ["a bad name", changed({ name: "Lamps" }), "name"],
    ["no fields", changed({ fields: undefined }), "fields is required"],
  ])("is refused with %s", async (_what, body, part) => {
    const answer = await call("PUT", "/indexes/lamps", body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "InvalidRequestParameter" } } });
    expect(answer.body.error.message).toContain(part);
  });

  it("is refused when it is not JSON", async () => {
    expect((await call("PUT", "/indexes/lamps", "{")).status).toBe(400);
    expect((await call("PUT", "/indexes/lamps", "{}", { "Content-Type": "text/plain" })).status).toBe(415);
  });
});

describe("an update of an index", () => {
  beforeEach(() => call("PUT", "/indexes/lamps", lamps));

  const added = { name: "color", type: "Edm.String" };
  const vectors = (change: object): object => changed({ vectorSearch: { ...lamps.vectorSearch, ...change } });
  const analyzers = [{ "@odata.type": "#Provider.Search.PatternAnalyzer", name: "mine", pattern: "," }];

  it.each<[string, object]>([
    ["a new field", changed({ fields: [...lamps.fields, added] })],
    ["retrievable", withField("title", { retrievable: false })],
    ["synonymMaps", withField("title", { synonymMaps: ["colors"] })],
    ["semantic", changed({ semantic: null })],
    ["CORS", changed({ corsOptions: { allowedOrigins: ["*"] } })],
    ["a scoring profile", changed({ scoringProfiles: [{ name: "fresh" }], defaultScoringProfile: "fresh" })],
    ["a new profile", vectors({ profiles: [...lamps.vectorSearch.profiles, { name: "p2", algorithm: "graph" }] })],
    ["efSearch", vectors({ algorithms: [{ name: "graph", kind: "hnsw", hnswParameters: { efSearch: 600 } }] })],
  ])("takes %s", async (_what, body) => {
    expect((await call("PUT", "/indexes/lamps", body)).status).toBe(204);
  });

  it.each<[string, object]>([
    ["a removed field", changed({ fields: lamps.fields.filter(({ name }) => name !== "price") })],
    ["a type", withField("stock", { type: "Edm.Int64" })],
    ["searchable", withField("text", { searchable: false })],
    ["filterable", withField("stock", { filterable: false })],
    ["sortable", withField("price", { sortable: false })],
    ["facetable", withField("price", { facetable: false })],
    ["an analyzer", withField("title", { analyzer: "simple" })],
    ["dimensions", withField("vec", { dimensions: 4 })],
    ["stored", withField("vec", { stored: true })],
  ])("refuses %s, naming the field", async (_what, body) => {
    // The semantic configuration and the suggester need some of the fields.
    const answer = await call("PUT", "/indexes/lamps", { ...body, semantic: null });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: "OperationNotAllowed", details: [{ code: "CannotChangeExistingField" }] } },
    });
  });

  it.each<[string, object]>([
    ["m", vectors({ algorithms: [{ name: "graph", kind: "hnsw", hnswParameters: { m: 8 } }] })],
    ["metric", vectors({ algorithms: [{ name: "graph", kind: "hnsw", hnswParameters: { metric: "euclidean" } }] })],
    ["a suggester's fields", changed({ suggesters: [{ name: "sg", sourceFields: ["title", "text"] }] })],
    ["the similarity", changed({ similarity: { "@odata.type": "#Provider.Search.ClassicSimilarity" } })],
  ])("refuses another %s", async (_what, body) => {
    expect(await call("PUT", "/indexes/lamps", body)).toMatchObject({
      status: 400,
      body: { error: { code: "OperationNotAllowed" } },
    });
  });

  it("adds an analyzer only with downtime, and never changes one", async () => {
    const put = (body: object, query = ""): Promise<{ status: number }> =>
      call("PUT", "/indexes/lamps", body, {}, `api-version=2025-11-01-preview${query}`);
    const refused = await call("PUT", "/indexes/lamps", changed({ analyzers }));
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain("allowIndexDowntime");
    expect((await put(changed({ analyzers }), "&allowIndexDowntime=true")).status).toBe(204);
    expect((await put(changed({ analyzers: [] }), "&allowIndexDowntime=true")).status).toBe(400);
  });

  it("adds a suggester over new fields only", async () => {
    const desks = {
      name: "desks",
      fields: [
        { name: "id", type: "Edm.String", key: true },
        { name: "title", type: "Edm.String" },
      ],
    };
    const over = (name: string): object => ({
      ...desks,
      fields: [...desks.fields, added],
      suggesters: [{ name: "sg", sourceFields: [name] }],
    });
    await call("PUT", "/indexes/desks", desks);
    expect(await call("PUT", "/indexes/desks", over("title"))).toMatchObject({
      status: 400,
      body: { error: { code: "OperationNotAllowed" } },
    });
    expect((await call("PUT", "/indexes/desks", over("color"))).status).toBe(204);
  });

  it("gives documents that are there null in a new field", async () => {
    await call("POST", "/indexes/lamps/docs/index", { value: [{ id: "a", title: "t" }] });
    await call("PUT", "/indexes/lamps", changed({ fields: [...lamps.fields, added] }));
    expect((await call("GET", "/indexes/lamps/docs/a")).body).toMatchObject({ title: "t", color: null });
    await call("POST", "/indexes/lamps/docs/index", { value: [{ id: "b", color: "green" }] });
    expect((await call("POST", "/indexes/lamps/docs/search", { search: "green" })).body.value).toHaveLength(1);
  });
});
