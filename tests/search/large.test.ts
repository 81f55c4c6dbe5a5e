import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as search from "../../sdk/search";
import type { Sandbox } from "../../sandbox";
import { Subject } from "../subject";

/** An index with more documents than a search can skip. */
jest.setTimeout(60_000);

const COUNT = 102_500;
const keys = Array.from({ length: COUNT }, (_, number) => `d${String(number).padStart(6, "0")}`);
const existing = new Set(keys);

let server: Server;
let endpoint: string;
/** What may be done with the key. */
let key: { filterable: boolean; sortable: boolean };
let asked: { method: string; path: string; body: Record<string, any> }[];
/** Whether every document of an upload is refused. */
let refuses: boolean;

type Hit = { score: number; document: Record<string, unknown> };

/** A service that shows `COUNT` documents and refuses to skip more than 100,000. */
function answerTo(method: string, path: string, body: Record<string, any>): [status: number, body: object] {
  const refusal = (status: number, message: string): [number, object] => [status, { error: { code: "", message } }];
  if (path === "/indexes/large") {
    const field = { name: "id", type: "Edm.String", key: true, ...key };
    return [200, { name: "large", fields: [field, { name: "n", type: "Edm.Int32" }] }];
  }
  const [, one] = /^\/indexes\/large\/docs\/(d\d+)$/.exec(path) ?? [];
  if (method === "GET")
    return one === undefined ? refusal(404, "No document with this key.") : [200, { id: one, n: 1 }];
  if (path.endsWith("/docs/index")) {
    const ok = { status: true, statusCode: 200, errorMessage: null };
    const bad = { status: false, statusCode: 400, errorMessage: "No." };
    return [207, { value: body["value"].map(({ id }: { id: string }) => ({ key: id, ...(refuses ? bad : ok) })) }];
  }
  const { skip = 0, top = 50, filter = "", select, count } = body;
  if (skip > 100_000) return refusal(400, "Value must be between 0 and 100000. Parameter name: $skip");
  if (filter !== "" && !key.filterable) return refusal(400, "The field 'id' is not filterable.");
  const [, last] = /id gt '(\w+)'$/.exec(filter) ?? [];
  const [, among] = /^search\.in\(id, '(.*)', ','\)$/.exec(filter) ?? [];
  const all = among === undefined ? keys : among.split(",").filter((id) => existing.has(id));
  const from = last === undefined ? skip : keys.indexOf(last) + 1;
  const value = all
    .slice(from, from + top)
    .map((id) => ({ "@search.score": Number(id.slice(1)) % 7, id, ...(select === "id" ? {} : { n: 1 }) }));
  return [200, { ...(count && { "@odata.count": all.length }), value }];
}

beforeEach(async () => {
  key = { filterable: true, sortable: true };
  asked = [];
  refuses = false;
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (data: Buffer) => (text += data));
    request.on("end", () => {
      const path = new URL(request.url!, "http://localhost").pathname;
      const body = text === "" ? {} : (JSON.parse(text) as Record<string, any>);
      asked.push({ method: request.method!, path, body });
      const [status, answer] = answerTo(request.method!, path, body);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => void server.close(resolve)));

const options = () => ({ connection: { searchEndpoint: endpoint, searchApiKey: "key" } });
const documents = () => {
  const variables = { MLPLANE_SEARCH_ENDPOINT: endpoint, MLPLANE_SEARCH_API_KEY: "key" };
  return new Subject("search:Documents", { environment: variables } as unknown as Sandbox);
};
const searches = () => asked.filter(({ path }) => path.endsWith("/search"));

test("`all` finds every result, best first, by ranges of the key", async () => {
  const { value, count } = await search.searchDocuments({ index: "large", search: "*", all: true }, options());
  expect(new Set(value.map(({ document }: Hit) => document["id"])).size).toBe(COUNT);
  const scores = value.map(({ score }: Hit): number => score);
  expect(scores).toEqual(scores.toSorted((one: number, other: number) => other - one));
  expect(count).toBeUndefined();
  expect(searches().length).toBeLessThan(110);
  asked = [];
  const narrow = await search.searchDocuments(
    { index: "large", search: "*", select: "n", filter: "n eq 1", count: true, all: true },
    options(),
  );
  expect([narrow.count, narrow.value.length, narrow.value[0]!.document]).toEqual([COUNT, COUNT, { n: 1 }]);
  expect(searches().at(-1)!.body).toMatchObject({ select: "n,id", filter: "(n eq 1) and id gt 'd101999'" });
});

test("`all` in an order of its own says that it cannot reach them all", async () => {
  await expect(
    search.searchDocuments({ index: "large", search: "*", orderby: "n", all: true }, options()),
  ).rejects.toThrow("there are more results than the 100000 that a search can skip");
});

test("all documents of an index are read by ranges of the key", async () => {
  const found = await documents().get("/indexes/large/docs");
  expect((found!.inputs["documents"] as object[]).length).toBe(COUNT);
});

test("documents whose key no filter can name are looked up one by one where no page reaches them", async () => {
  key = { filterable: false, sortable: false };
  const declared = { index: "large", documents: [keys[5]!, keys.at(-1)!].map((id) => ({ id, n: 1 })) };
  const kept = await documents().create(declared);
  expect(kept.outs["count"]).toBe(2);
  expect(asked.filter(({ path }) => path.endsWith("/docs/index"))).toEqual([]);
  asked = [];
  expect(await documents().plan((await documents().read(kept))!, declared)).toBe("same");
  expect(searches().length).toBeLessThan(110);
  expect(asked.filter(({ path }) => path.startsWith("/indexes/large/docs/d")).length).toBe(1);
});

test("100,000 refused documents are told by their one reason, in time that grows with their number alone", async () => {
  refuses = true;
  const many = Array.from({ length: 100_000 }, (_, number) => ({ id: `x${number}`, n: 1 }));
  const error = await documents()
    .create({ index: "large", documents: many })
    .catch((one: unknown) => one as Error);
  expect((error as Error).message).toMatch(/100000 of 100000 documents failed\n {2}x0, .* and 99900 more: 400 No\.$/);
});
