import { provider } from "../../provider/runtime";
import { searchDocuments } from "../../sdk/generated/search";
import { servers } from "../core/server";
import { asset } from "./service";

const start = servers();
const long = "9007199254740993";
const index = `{"name":"lamps","fields":[{"name":"id","type":"Edm.String","key":true,"filterable":true},
  {"name":"n","type":"Edm.Int64"},{"name":"all","type":"Collection(Edm.Int64)"},
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

test("what is imported or searched shows them as text, which a program can give back", async () => {
  const { documents, connection } = await service(`{"id":"a","n":${long}}`);
  const found = await documents.read("/indexes/lamps/docs", {}, {});
  expect(found.inputs.documents).toEqual([{ id: "a", n: long }]);
  const { value } = await searchDocuments({ index: "lamps" }, { connection });
  expect(value[0]!.document).toEqual({ id: "a", n: long });
});
