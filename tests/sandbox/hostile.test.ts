import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "../../sandbox";
import { callsOf, lamps, stock } from "./searchCalls";

let sandbox: Sandbox;
const search = callsOf(() => sandbox);
const failures = jest.spyOn(console, "error");

beforeEach(async () => {
  failures.mockReset();
  sandbox = await startSandbox();
  await search("POST", "/indexes", lamps);
  await search("POST", "/indexes/lamps/docs/index", { value: stock });
});
/** Whatever a client sends, it is the client's mistake: the sandbox itself never fails. */
afterEach(async () => {
  await sandbox.close();
  expect(failures.mock.calls).toEqual([]);
});

const find = (body: unknown): Promise<{ status: number; body: any }> =>
  search("POST", "/indexes/lamps/docs/search", body);

describe("the request log", () => {
  it("forgets the oldest bodies when they are many and large, and keeps the requests", async () => {
    const text = "x".repeat(1_000_000);
    for (let count = 0; count < 40; count++) await search("PUT", `/indexes/none-${count}`, { text });
    const kept = sandbox.requests.filter(({ path }) => path.startsWith("/indexes/none-"));
    expect(kept).toHaveLength(40);
    expect([kept[0]?.body, kept.at(-1)?.body]).toEqual([undefined, { text }]);
    const bytes = JSON.stringify(sandbox.requests).length;
    expect(bytes).toBeLessThan(34_000_000);
    expect(await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()).toHaveLength(42);
  });
});

describe("bodies", () => {
  it("that are too large are refused, with or without their length told", async () => {
    const large = Buffer.alloc(33 * 1024 * 1024, "x");
    const sent = [large, new Blob([large]).stream()].map((body) =>
      fetch(`${sandbox.url}/runtime/x`, { method: "POST", body, duplex: "half" } as RequestInit).then(
        ({ status }) => status,
        // A client that still writes when it is refused may see the end of the connection only.
        () => 413,
      ),
    );
    expect(await Promise.all(sent)).toEqual([413, 413]);
    expect((await find({ search: "lamp" })).status).toBe(200);
  });

  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  it.each([
    ["POST", "/indexes", `{"name":"deep","fields":[{"name":"id","type":"Edm.String","key":true}],"analyzers":${deep}}`],
    ["PUT", "/knowledgesources/deep", `{"name":"deep","kind":"web","webParameters":{"a":${deep}}}`],
    ["POST", "/indexes/lamps/docs/index", `{"value":[{"id":"1","title":${deep}}]}`],
    ["POST", "/compat/threads/runs", deep],
    ["POST", "/v1/chat/completions", `{"model":"tiny-chat","messages":${deep}}`],
    ["POST", "/_sandbox/behaviour", `{"polls":${deep}}`],
  ])("that are nested without end are refused: %s %s", async (method, path, body) => {
    expect((await search(method, path, body)).status).toBe(400);
    expect((await fetch(`${sandbox.url}/_sandbox/requests`)).status).toBe(200);
  });

  it.each(["1e999", "-1e999"])("that hold %s, which no number is, are refused", async (number) => {
    const { status, body } = await search(
      "POST",
      "/indexes/lamps/docs/index",
      `{"value":[{"id":"1","price":${number}}]}`,
    );
    expect([status, body.value[0].statusCode]).toEqual([207, 400]);
  });

  it("that hold a number too large for its type are refused", async () => {
    const upload = await search("POST", "/indexes/lamps/docs/index", { value: [{ id: "1", vec: [1e300, 0, 0] }] });
    expect(upload.body.value[0].statusCode).toBe(400);
    const query = { kind: "vector", vector: [1e300, 0, 0], fields: "vec", k: 1 };
    expect((await find({ vectorQueries: [query] })).status).toBe(400);
  });
});

describe("searches", () => {
  const vectorQuery = { kind: "vector", vector: [1, 0, 0], fields: "vec", k: 1 };
  const many = (count: number, text: string, by: string): string => Array.from({ length: count }, () => text).join(by);

  it.each<[string, object]>([
    ["parentheses", { filter: `${"(".repeat(50_000)}sold${")".repeat(50_000)}` }],
    ["negations", { filter: `${"not ".repeat(50_000)}sold` }],
    ["clauses", { filter: many(3001, "sold", " or ") }],
    ["words", { search: many(3001, "lamp", " ") }],
    ["characters", { search: "x".repeat(100_001) }],
    ["selected fields", { select: many(1001, "id", ",") }],
    ["searched fields", { search: "lamp", searchFields: many(1001, "title", ",") }],
    ["vector queries", { vectorQueries: Array.from({ length: 101 }, () => vectorQuery) }],
  ])("with too many %s are refused", async (_what, body) => {
    expect((await find(body)).status).toBe(400);
  });

  it("with long lists in search.in are answered", async () => {
    const list = `${many(100_000, "none", ",")},p1`;
    const { status, body } = await find({ filter: `search.in(id, '${list}', '${",|;".repeat(1000)}')` });
    expect([status, body.value.map(({ id }: { id: string }) => id)]).toEqual([200, ["p1"]]);
  });

  it("name a vector field once, however often it is said", async () => {
    const { body } = await find({ vectorQueries: [{ ...vectorQuery, fields: many(1000, "vec", ",") }] });
    const [once] = (await find({ vectorQueries: [vectorQuery] })).body.value;
    expect(body.value).toEqual([once]);
  });

  it("of packed bits have the length of the field", async () => {
    const bits = { name: "bits", type: "Collection(Edm.Byte)", dimensions: 16, vectorEncoding: "packedBit" };
    const fields = [
      { name: "id", type: "Edm.String", key: true },
      { ...bits, vectorSearchProfile: "vp" },
    ];
    const vectorSearch = {
      algorithms: [{ name: "all", kind: "exhaustiveKnn", exhaustiveKnnParameters: { metric: "hamming" } }],
      profiles: [{ name: "vp", algorithm: "all" }],
    };
    expect((await search("POST", "/indexes", { name: "packed", fields, vectorSearch })).status).toBe(201);
    const upload = await search("POST", "/indexes/packed/docs/index", {
      value: [
        { id: "1", bits: [1, 255] },
        { id: "2", bits: [1, 255, 3] },
      ],
    });
    expect(upload.body.value.map(({ statusCode }: any) => statusCode)).toEqual([201, 400]);
    const found = (vector: number[]) =>
      search("POST", "/indexes/packed/docs/search", { vectorQueries: [{ kind: "vector", vector, fields: "bits" }] });
    expect([(await found([1, 255])).status, (await found([1])).status]).toEqual([200, 400]);
  });
});

describe("conversations", () => {
  const chat = (content: string): Promise<Response> =>
    fetch(`${sandbox.url}/v1/chat/completions/tokenizer/encode/count`, {
      method: "POST",
      body: JSON.stringify({ model: "tiny-chat", messages: [{ role: "user", content }] }),
    });
  beforeEach(async () => {
    const model = { Uri: "hub://registry/tiny-chat-generic-cpu/3", Name: "tiny-chat", ProviderType: "VendorLocal" };
    const body = JSON.stringify({ model: { ...model, Name: "tiny-chat-generic-cpu:3" } });
    await (await fetch(`${sandbox.url}/compat/download`, { method: "POST", body })).text();
  });

  it("of one endless word are counted", async () => {
    const { tokenCount } = (await (await chat("a".repeat(300_000))).json()) as { tokenCount: number };
    expect(tokenCount).toBeGreaterThan(1000);
  });

  it("that are longer than any model reads are refused", async () => {
    expect((await chat("word ".repeat(300_000))).status).toBe(400);
  });
});

describe("paths", () => {
  const ml = "/subscriptions/s/resourceGroups/g/providers/Provider.MachineLearningServices/workspaces";
  it.each([`${ml}/%E0%A4%A`, `${ml}/%`, "/indexes/%E0%A4%A", "/compat/load/%", "/%"])(
    "that are no text are refused: %s",
    async (path) => {
      const form = { grant_type: "client_credentials", client_id: "sandbox", client_secret: "sandbox" };
      const body = new URLSearchParams({ ...form, resource: sandbox.url });
      const token = await fetch(`${sandbox.url}/sandbox/oauth2/token`, { method: "POST", body });
      const { access_token } = (await token.json()) as { access_token: string };
      const headers = path.startsWith(ml) ? { Authorization: `Bearer ${access_token}` } : { "api-key": "sandbox" };
      const version = path.startsWith(ml) ? "2023-10-01" : "2025-11-01-preview";
      const { status } = await fetch(`${sandbox.url}${path}?api-version=${version}`, { headers });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );
});

describe("the data file", () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  const data = join(folder, "data.json");
  afterAll(() => rmSync(folder, { recursive: true }));

  it("does not fill with tokens that have expired", async () => {
    const kept = await startSandbox({ data });
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "sandbox",
      client_secret: "sandbox",
      resource: kept.url,
    });
    const token = (): Promise<unknown> =>
      fetch(`${kept.url}/sandbox/oauth2/token`, { method: "POST", body }).then((answer) => answer.text());
    for (let count = 0; count < 20; count++) await token();
    await fetch(`${kept.url}/_sandbox/clock`, { method: "POST", body: '{"advanceSeconds":4000}' });
    await token();
    await kept.close();
    expect(Object.keys(JSON.parse(readFileSync(data, "utf8")).tokens)).toHaveLength(1);
  });
});
