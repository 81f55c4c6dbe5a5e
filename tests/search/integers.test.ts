import { provider } from "../../provider/runtime";
import { searchDocuments, uploadDocuments } from "../../sdk/generated/search";
import { servers } from "../core/server";
import { asset, SearchService } from "./service";

const start = servers();
const long = "9007199254740993";
const index = `{"name":"lamps","fields":[{"name":"id","type":"Edm.String","key":true,"filterable":true},
  {"name":"n","type":"Edm.Int64"},{"name":"far","type":"Edm.Double"},{"name":"all","type":"Collection(Edm.Int64)"},
  {"name":"of","type":"Edm.ComplexType","fields":[{"name":"n","type":"Edm.Int64"}]}]}`;

/** A search service with an index and documents, of which it keeps every digit. */
async function service(...there: string[]) {
  const kept = new Map(there.map((text) => [/"id":"(\w+)"/.exec(text)![1]!, text]));
  const server = await start(({ method, url, body }) => {
    if (method === "GET") return { text: index };
    if (url.includes("/docs/search")) return { text: `{"value":[${[...kept.values()].join()}]}` };
    for (const text of body.split(/(?<=\}),(?=\{)/)) {
      const key = /"id":"(\w+)"/.exec(text)![1]!;
      kept.set(
        key,
        text
          .replace(/^\{"value":\[/, "")
          .replace(/,?"@search.action":"\w+"/, "")
          .replace(/\]\}$/, ""),
      );
    }
    return { json: { value: [...kept.keys()].map((key) => ({ key, status: true, statusCode: 200 })) } };
  });
  const values: Record<string, string> = { searchEndpoint: server.url, searchApiKey: "key-of-a-test" };
  const documents: any = provider("search:Documents");
  await documents.configure({ config: { get: (key: string) => values[key.replace("mlplane:", "")] } });
  return { kept, documents, connection: values };
}

test("documents keep integers of 64 bits digit for digit, of assets and as text", async () => {
  const { kept, documents } = await service();
  const text = `{"id":"a","n":${long},"all":[1,-${long}],"of":{"n":${long}}}\n{"id":"b","n":5}`;
  const inAsset = { index: "lamps", documents: asset({ text }), action: "upload" };
  const made = await documents.create(inAsset);
  expect([...kept.values()].join("\n")).toBe(text);
  expect((await documents.read(made.id, made.outs, inAsset)).props.hashes).toEqual(made.outs.hashes);

  // The one beside it would be the same number.
  kept.set("a", kept.get("a")!.replace(long, "9007199254740992"));
  const drifted = await documents.read(made.id, made.outs, inAsset);
  expect(drifted.props.hashes.a).toMatch(/^~/);
  expect(drifted.inputs.documents).toMatchObject([{ id: "a", all: [1, `-${long}`], of: { n: long } }]);

  const asText = [
    { id: "a", n: long, all: [1, `-${long}`], of: { n: long } },
    { id: "b", n: 5 },
  ];
  await documents.update(made.id, drifted.props, { ...inAsset, documents: asText });
  expect([...kept.values()].join("\n")).toBe(text);
});

test("a number that may stand for another integer is refused before anything is sent, also in an index of others", async () => {
  const { kept, documents } = await service();
  const numbers = [
    { id: "a", n: 1, of: { n: 2 ** 53 } },
    { id: "b", n: 2 ** 60, far: 1e17 },
  ];
  await expect(documents.create({ index: "lamps", documents: numbers, action: "upload" })).rejects.toThrow(
    /documents\[0\]\.of\.n: must be an integer of 64 bits, as text .*\ndocuments\[1\]\.n: must be an integer/,
  );
  expect(kept.size).toBe(0);
});

test("equal values are equal in whatever form: integers with zeros before them, negative zero, large whole numbers", async () => {
  const there = `{"id":"a","n":12345678901234567,"all":[0,9007199254740992],"far":100000000000000000}`;
  const { kept, documents } = await service(there);
  const same = { id: "a", n: "0012345678901234567", all: [-0, "9007199254740992"], far: 1e17 };
  const inputs = { index: "lamps", documents: [same], action: "upload", adopt: "identical" };
  const made = await documents.create(inputs);
  expect([...kept.values()]).toEqual([there]);
  expect((await documents.read(made.id, made.outs, inputs)).props.hashes).toEqual(made.outs.hashes);
});

test("a large whole number of a double stays one in an import, and in a refresh that finds something else", async () => {
  const { kept, documents } = await service(`{"id":"a","n":${long},"far":100000000000000000}`);
  const declared = [{ id: "a", n: long, far: 1e17 }];
  expect((await documents.read("/indexes/lamps/docs", {}, {})).inputs.documents).toEqual(declared);
  const inputs = { index: "lamps", documents: declared, action: "upload", adopt: "identical" };
  const made = await documents.create(inputs);
  kept.set("a", `{"id":"a","n":5,"far":100000000000000000}`);
  const drifted = await documents.read(made.id, made.outs, inputs);
  expect(drifted.inputs.documents).toMatchObject([{ id: "a", n: 5, far: 1e17 }]);
});

test("what is imported or searched shows them as text, which a program can give back", async () => {
  const { documents, connection } = await service(`{"id":"a","n":${long}}`);
  const found = await documents.read("/indexes/lamps/docs", {}, {});
  expect(found.inputs.documents).toEqual([{ id: "a", n: long }]);
  const { value } = await searchDocuments({ index: "lamps" }, { connection });
  expect(value[0]!.document).toEqual({ id: "a", n: long });
});

test("what a search has shown goes back through an upload as it was", async () => {
  const there = `{"id":"a","n":${long},"far":100000000000000000,"of":{"n":-${long}}}`;
  const { kept, connection } = await service(there);
  const { value } = await searchDocuments({ index: "lamps" }, { connection });
  kept.clear();
  const actions = value.map(({ document }) => ({ action: "upload" as const, document }));
  await uploadDocuments({ index: "lamps", actions }, { connection });
  expect([...kept.values()]).toEqual([there]);
});

test("the sandbox keeps what documents, searches and uploads say of them", async () => {
  const lamps = await SearchService.start({
    fields: [
      { name: "id", type: "Edm.String", key: true },
      { name: "n", type: "Edm.Int64" },
      { name: "far", type: "Edm.Double" },
    ],
  });
  const inputs = { index: "lamps", documents: [{ id: "a", n: long, far: 1e17 }] };
  const kept = await lamps.subject("Documents").create(inputs);
  expect(await lamps.subject("Documents").plan((await lamps.subject("Documents").read(kept))!, inputs)).toBe("same");
  const { value } = await searchDocuments({ index: "lamps" }, lamps.options);
  expect(value[0]!.document).toMatchObject({ n: long });
  const actions = [{ action: "upload" as const, document: value[0]!.document }];
  expect(await uploadDocuments({ index: "lamps", actions }, lamps.options)).toMatchObject([{ status: true }]);
  expect(await lamps.subject("Documents").plan((await lamps.subject("Documents").read(kept))!, inputs)).toBe("same");
  await lamps.close();
});
