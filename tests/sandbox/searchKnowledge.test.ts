import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "../../sandbox";
import { type Json, callsOf, lamps, stock } from "./searchCalls";

let sandbox: Sandbox;
const call = callsOf(() => sandbox);

const source = {
  name: "ks-lamps",
  kind: "searchIndex",
  searchIndexParameters: { searchIndexName: "lamps", sourceDataFields: [{ name: "text" }] },
};
const base = { name: "kb-shop", knowledgeSources: ["ks-lamps"] };
const synthesis = {
  outputMode: "answerSynthesis",
  answerSynthesisConfiguration: { resourceUri: "https://chat.example", deploymentId: "chat", modelName: "chat" },
};
const blob = {
  name: "ks-docs",
  kind: "blob",
  blobParameters: {
    connectionString: "Key=hush",
    containerName: "manuals",
    ingestionParameters: { embeddingModel: { apiKey: "hush" } },
  },
};

beforeEach(async () => {
  sandbox = await startSandbox();
  await call("PUT", "/indexes/lamps", lamps);
  await call("POST", "/indexes/lamps/docs/index", { value: stock });
});
afterEach(() => sandbox.close());

describe("knowledge sources", () => {
  it("are created once by POST, replaced by PUT, shown, listed and deleted", async () => {
    const created = await call("POST", "/knowledgesources", source);
    expect(created).toMatchObject({ status: 201, body: { ...source, description: null, encryptionKey: null } });
    expect(created.body.searchIndexParameters).toMatchObject({ semanticConfigurationName: null, searchFields: [] });
    expect((await call("POST", "/knowledgesources", source)).status).toBe(409);
    const etag = created.body["@odata.etag"];
    const described = { ...source, description: "all lamps" };
    expect((await call("PUT", "/knowledgesources/ks-lamps", described, { "If-Match": etag })).status).toBe(204);
    expect((await call("PUT", "/knowledgesources/ks-lamps", described, { "If-Match": etag })).status).toBe(412);
    expect((await call("GET", "/knowledgesources('ks-lamps')")).body.description).toBe("all lamps");
    expect((await call("GET", "/knowledgesources")).body.value).toHaveLength(1);
    expect((await call("GET", "/knowledgesources/ks-lamps/status")).body.synchronizationStatus).toBe("active");
    expect((await call("DELETE", "/knowledgesources/ks-lamps")).status).toBe(204);
    expect((await call("GET", "/knowledgesources/ks-lamps")).status).toBe(404);
    expect((await call("GET", "/knowledgesources/ks-lamps/status")).status).toBe(404);
  });

  it("of the other kinds keep their parameters, and never show a secret", async () => {
    const created = await call("POST", "/knowledgesources", blob);
    expect(created.status).toBe(201);
    const shown = await call("GET", "/knowledgesources/ks-docs");
    expect(shown.body.blobParameters).toEqual({
      connectionString: "<redacted>",
      containerName: "manuals",
      ingestionParameters: { embeddingModel: { apiKey: "<redacted>" } },
    });
    expect(JSON.stringify([created.body, shown.body, (await call("GET", "/knowledgesources")).body])).not.toContain(
      "hush",
    );
    expect((await call("PUT", "/knowledgesources/ks-docs", shown.body)).status).toBe(204);
  });

  const without = (member: string): object => ({ ...source, [member]: undefined });
  const parameters = (change: object): object => ({
    ...source,
    searchIndexParameters: { ...source.searchIndexParameters, ...change },
  });

  it.each<[object, string]>([
    [without("name"), "name is required"],
    [without("kind"), "kind"],
    [{ ...source, kind: "database" }, "kind"],
    [without("searchIndexParameters"), "searchIndexParameters is required"],
    [parameters({ searchIndexName: undefined }), "searchIndexParameters.searchIndexName is required"],
    [parameters({ searchIndexName: "other" }), "'other'"],
    [parameters({ sourceDataFields: [{ name: "colour" }] }), "'colour'"],
    [parameters({ semanticConfigurationName: "other" }), "'other'"],
    [{ ...source, kind: "web" }, "searchIndexParameters"],
  ])("are refused as %j", async (body, part) => {
    const answer = await call("POST", "/knowledgesources", body);
    expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(part) } } });
  });

  it("cannot change their kind", async () => {
    await call("POST", "/knowledgesources", source);
    expect((await call("PUT", "/knowledgesources/ks-lamps", { name: "ks-lamps", kind: "web" })).status).toBe(400);
  });
});

describe("knowledge bases", () => {
  beforeEach(() => call("POST", "/knowledgesources", source));

  it("are created once by POST, replaced by PUT, shown, listed and deleted", async () => {
    const created = await call("POST", "/knowledgebases", base);
    expect(created).toMatchObject({
      status: 201,
      body: { ...base, description: null, outputMode: null, answerSynthesisConfiguration: null },
    });
    expect((await call("POST", "/knowledgebases", base)).status).toBe(409);
    expect((await call("PUT", "/knowledgebases/kb-shop", { ...base, ...synthesis })).status).toBe(204);
    expect((await call("GET", "/knowledgebases/kb-shop")).body).toMatchObject(synthesis);
    expect((await call("GET", "/knowledgebases")).body.value).toHaveLength(1);
    expect((await call("DELETE", "/knowledgebases/kb-shop")).status).toBe(204);
    expect((await call("GET", "/knowledgebases/kb-shop")).status).toBe(404);
  });

  it.each<[object, string]>([
    [{ ...base, knowledgeSources: undefined }, "knowledgeSources is required"],
    [{ ...base, knowledgeSources: [] }, "knowledgeSources"],
    [{ ...base, knowledgeSources: [{ name: "ks-lamps" }] }, "knowledgeSources[0]"],
    [{ ...base, knowledgeSources: ["ks-lamps", "other"] }, "knowledgeSources[1] names the knowledge source 'other'"],
    [{ ...base, outputMode: "prose" }, "outputMode"],
    [{ ...base, outputMode: "answerSynthesis" }, "answerSynthesisConfiguration"],
  ])("are refused as %j", async (body, part) => {
    const answer = await call("POST", "/knowledgebases", body);
    expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(part) } } });
  });

  it("keep their sources, and those their index, from being deleted", async () => {
    await call("POST", "/knowledgebases", base);
    for (const [path, user] of [
      ["/knowledgesources/ks-lamps", "knowledge base 'kb-shop'"],
      ["/indexes/lamps", "knowledge source 'ks-lamps'"],
    ]) {
      const refused = await call("DELETE", path ?? "");
      expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(user ?? "") } } });
    }
    for (const path of ["/knowledgebases/kb-shop", "/knowledgesources/ks-lamps", "/indexes/lamps"]) {
      expect((await call("DELETE", path)).status).toBe(204);
    }
  });
});

describe("a query", () => {
  const query = (body: object) => call("POST", "/knowledgebases/kb-shop/query", body);
  beforeEach(async () => {
    await call("POST", "/knowledgesources", source);
    await call("POST", "/knowledgesources", blob);
    await call("POST", "/knowledgebases", { ...base, knowledgeSources: ["ks-lamps", "ks-docs"] });
  });

  it("answers with the content of the sources, the nearest first", async () => {
    const { status, body } = await query({ query: "Which lamp is blue?" });
    expect(status).toBe(200);
    expect(body.sources.map((each: Json) => each.id)).toEqual(["p1", "p2"]);
    expect(body.sources[0]).toEqual({ id: "p1", content: stock[0]?.text, relevanceScore: expect.any(Number) });
    expect(body.sources[0].relevanceScore).toBeGreaterThan(body.sources[1].relevanceScore);
    expect(body.answer).toBe(`${stock[0]?.text}\n\n${stock[1]?.text}`);
    expect((await query({ query: "Which lamp is blue?", maxResults: 1 })).body.sources).toHaveLength(1);
  });

  it("answers with the nearest sentences where that is asked for", async () => {
    await call("PUT", "/knowledgebases/kb-shop", { ...base, ...synthesis });
    const { body } = await query({ query: "Which lamp is blue?", maxResults: 1 });
    expect(body.answer).toBe("A blue lamp for the desk. [p1]");
  });

  it("answers when nothing is found", async () => {
    expect((await query({ query: "zebra" })).body).toEqual({
      answer: "No relevant content was found for your query.",
      sources: [],
    });
  });

  it.each([[{}], [{ query: "" }], [{ query: "lamp", maxResults: 0 }], [{ query: 1 }]])(
    "is refused as %j",
    async (body) => {
      expect((await query(body)).status).toBe(400);
    },
  );

  it("of a base that is not there is answered with 404", async () => {
    expect((await call("POST", "/knowledgebases/other/query", { query: "lamp" })).status).toBe(404);
  });
});

it("keeps what it holds in the data file, secrets that are put back redacted among it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "search-"));
  const data = join(folder, "data.json");
  const restart = async (): Promise<void> => {
    await sandbox.close();
    sandbox = await startSandbox({ data });
  };
  await restart();
  await call("PUT", "/indexes/lamps", lamps);
  await call("POST", "/indexes/lamps/docs/index", { value: stock });
  await call("PUT", "/indexes/lamps", (await call("GET", "/indexes/lamps")).body);
  const before = (await call("GET", "/indexes/lamps")).body;
  await restart();
  expect(readFileSync(data, "utf8")).toContain('"apiKey":"hush"');
  expect((await call("GET", "/indexes/lamps")).body).toEqual({ ...before, "@odata.context": expect.any(String) });
  expect((await call("POST", "/indexes/lamps/docs/search", { search: "blue" })).body.value).toMatchObject([
    { id: "p1" },
  ]);
  rmSync(folder, { recursive: true });
});
