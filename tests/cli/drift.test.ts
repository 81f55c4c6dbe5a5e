import { differingProperties } from "../../cli/drift/differing";
import { reportOf, type EngineEvent } from "../../cli/drift/events";
import { markdown } from "../../cli/drift/markdown";
import { statusOf, summaryOf, type Report } from "../../cli/drift/report";
import { text } from "../../cli/drift/text";
import { typeOf } from "../../provider/faces/stored";
import { sealed } from "../../provider/core/wire";

const urnOf = (name: string): string => `urn:pulumi:dev::shop::${typeOf("")}search:Index::${name}`;

/** What the engine tells about one resource that it reads: before, and after when the read ended well. */
const events = (name: string, what: Parameters<typeof eventsOf>[2]): EngineEvent[] => eventsOf(name, "Index", what);

function eventsOf(
  name: string,
  kind: string,
  {
    inputs = {},
    live,
    changed = [],
    error,
  }: { inputs?: object; live?: object | null; changed?: string[]; error?: string },
): EngineEvent[] {
  const metadata = {
    urn: urnOf(name),
    type: `${typeOf("")}search:${kind}`,
    old: { id: `/indexes/${name}`, inputs: { __provider: "text", ...inputs } },
  };
  const detailedDiff = Object.fromEntries(changed.map((path) => [path, {}]));
  return [
    { resourcePreEvent: { metadata: { ...metadata, op: "refresh", new: null } } },
    ...(live === undefined
      ? []
      : [
          {
            resOutputsEvent: {
              metadata: {
                ...metadata,
                op: "update",
                detailedDiff,
                new: live === null ? null : { id: "", inputs: { __provider: "other text", ...live } },
              },
            },
          },
        ]),
    ...(error === undefined
      ? []
      : [{ diagnosticEvent: { urn: urnOf(name), severity: "error", message: `Preview failed: ${error}\n` } }]),
  ] as EngineEvent[];
}
const ended: EngineEvent[] = [{ summaryEvent: { result: "succeeded" } }];
const report = (...all: EngineEvent[]): Report => reportOf([...all, ...ended], [], ".");

test("each differing property is named, with its declared and live value; what is hidden does not count", () => {
  const { findings } = report(
    ...events("a", { inputs: { tags: { team: "x", env: "dev" } }, live: { tags: { team: "y" } } }),
    ...events("b", { inputs: { name: "b" }, live: { name: "b" } }),
  );
  expect(findings).toEqual([
    {
      urn: urnOf("a"),
      class: "search.Index",
      name: "a",
      id: "/indexes/a",
      status: "differs",
      properties: [
        { path: "tags.team", declared: "x", live: "y" },
        { path: "tags.env", declared: "dev" },
      ],
    },
  ]);
});

test("entries of named lists are matched by name", () => {
  const [id, title, price] = ["id", "title", "price"].map((name) => ({ name, searchable: true }));
  expect(differingProperties([id, title, price], [price, { ...id, searchable: false }], "fields")).toEqual([
    { path: "fields[0].searchable", declared: true, live: false },
    { path: "fields[1]", declared: title },
  ]);
  expect(differingProperties([id], [id, title], "fields")).toEqual([{ path: 'fields["title"]', live: title }]);
  expect(differingProperties([1, 2], [1], "list")).toEqual([{ path: "list", declared: [1, 2], live: [1] }]);
  expect(differingProperties({ "a.b": 1 }, { "a.b": 2 }, "tags")).toEqual([
    { path: 'tags["a.b"]', declared: 1, live: 2 },
  ]);
});

test("of documents, those that differ or are missing are told by their key field, and only what is declared of them", () => {
  const before = ["1", "2", "3"].map((sku) => ({ sku, price: Number(sku) }));
  const [asked, read] = eventsOf("docs", "Documents", {
    inputs: { documents: before },
    live: { documents: [{ sku: "2", price: 5, added: true }] },
  });
  const hashes = (...keys: string[]): object => ({
    outputs: { keyField: "sku", hashes: Object.fromEntries(keys.map((key) => [key, "hash"])) },
  });
  Object.assign(read!.resOutputsEvent!.metadata.old!, hashes("1", "2", "3"));
  Object.assign(read!.resOutputsEvent!.metadata.new!, hashes("2", "3"));
  expect(report(asked!, read!).findings[0]!.properties).toEqual([
    { path: "documents[0]", declared: { sku: "1", price: 1 } },
    { path: "documents[1].price", declared: 2, live: 5 },
  ]);
  const asset = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", path: "not-there.jsonl" };
  read!.resOutputsEvent!.metadata.old!.inputs = { documents: asset };
  expect(report(asked!, read!).findings[0]!.properties).toEqual([
    { path: "documents[0]", declared: { sku: "1" } },
    { path: "documents[1].price", live: 5 },
    { path: "documents[1].added", live: true },
  ]);
});

test("of a changed document, fields that results do not show are not told, and another form of a value is none", () => {
  const documents = [
    {
      sku: "1",
      title: "Lamp",
      vector: [1, 2],
      made: "2024-01-01T00:00:00Z",
      place: { type: "Point", coordinates: [1, 2] },
      tags: [],
    },
  ];
  const now = {
    sku: "1",
    title: null,
    made: "2024-01-01T00:00:00.000Z",
    place: { type: "Point", coordinates: [1, 2], crs: {} },
    tags: null,
    by: "others",
  };
  const [asked, read] = eventsOf("docs", "Documents", { inputs: { documents }, live: { documents: [now] } });
  Object.assign(read!.resOutputsEvent!.metadata.old!, { outputs: { keyField: "sku", hashes: { 1: "hash" } } });
  Object.assign(read!.resOutputsEvent!.metadata.new!, { outputs: { keyField: "sku", hashes: { 1: "~hash" } } });
  expect(report(asked!, read!).findings[0]!.properties).toEqual([
    { path: "documents[0].title", declared: "Lamp", live: null },
  ]);
  read!.resOutputsEvent!.metadata.new!.inputs = { documents: [{ ...now, title: "Lamp" }] };
  expect(report(asked!, read!).findings[0]!.properties).toEqual([{ path: "documents[0].by", live: "others" }]);
});

test("of 40,000 documents, those that differ are told in time that grows with their number alone", () => {
  const list = Array.from({ length: 40_000 }, (_, number) => ({ sku: String(number), price: number }));
  const live = list.map((one) => ({ ...one, price: one.price + 1 })).toReversed();
  expect(differingProperties(list, live, "documents", "sku")).toHaveLength(40_000);
});

test("of what is read in plain because it is secret, keys are told and no values", () => {
  const documents = [1, 2, 3].map((number) => ({ sku: `p${number}`, price: number, pin: "1234" }));
  const [asked, read] = eventsOf("docs", "Documents", {
    inputs: { index: "a", documents: sealed("hidden") },
    live: { index: "a", documents: sealed("hidden") },
    changed: ["documents"],
  });
  Object.assign(read!.resOutputsEvent!.metadata.old!, { outputs: { keyField: "sku", hashes: sealed("hidden") } });
  Object.assign(read!.resOutputsEvent!.metadata.new!, { outputs: { keyField: "sku", hashes: sealed("hidden") } });
  const hashes = { p1: "a", p2: "b", p3: "c" };
  const reading = {
    old: { inputs: { index: "a", documents }, outputs: { keyField: "sku", hashes } },
    new: {
      inputs: { index: "a", documents: [{ ...documents[1]!, pin: "4321" }] },
      outputs: { keyField: "sku", hashes: { ...hashes, p2: "~x", p3: "~" } },
    },
  };
  const urn = asked!.resourcePreEvent!.metadata.urn;
  const found = reportOf([asked!, read!, ...ended], [], ".", new Map([[urn, reading]]));
  expect(found.findings[0]!.properties).toEqual([
    { path: "documents.p2.pin", declared: "[secret]", live: "[secret]" },
    { path: "documents.p3", declared: "[secret]" },
  ]);
  // Without that reading, it is still told that something differs.
  expect(report(asked!, read!).findings[0]!.properties).toEqual([
    { path: "documents", declared: "[secret]", live: "[secret]" },
  ]);
});

test("secrets are masked in every format, also when only the engine knows that they differ", () => {
  const inputs = { apiKey: sealed("plain"), nested: { list: [sealed("plain")] }, name: "a" };
  const found = report(
    ...events("a", { inputs, live: { ...inputs, name: "b" }, changed: ["apiKey", "nested.list[0]", "name"] }),
  );
  expect(found.findings[0]!.properties).toEqual([
    { path: "name", declared: "a", live: "b" },
    { path: "apiKey", declared: "[secret]", live: "[secret]" },
    { path: "nested.list[0]", declared: "[secret]", live: "[secret]" },
  ]);
  for (const format of [text, markdown, JSON.stringify]) expect(format(found)).not.toContain("plain");
});

test("what is missing, and what could not be read, are told apart; drift wins in the exit status", () => {
  const gone = events("gone", { inputs: { name: "gone" }, live: null });
  const refused = events("refused", { error: "GET /indexes/refused answered 403\nCheck searchApiKey." });
  const both = report(...refused, ...gone);
  expect(both.findings.map(({ name, status, reason }) => [name, status, reason])).toEqual([
    ["gone", "missing", undefined],
    ["refused", "unreadable", "GET /indexes/refused answered 403\nCheck searchApiKey."],
  ]);
  expect([report(), report(...refused), report(...gone), both].map(statusOf)).toEqual([0, 1, 2, 2]);
  expect(summaryOf(both)).toBe("2 resources of stack dev (shop): 1 is missing, 1 could not be read.");
});

test("a resource that a replacement deleted without creating it again is missing", () => {
  const { findings } = reportOf(
    [...events("a", { inputs: { name: "a" }, live: { name: "a" } }), ...ended],
    [{ urn: urnOf("a"), type: "", pendingReplacement: true }],
    ".",
  );
  expect(findings.map(({ status }) => status)).toEqual(["missing"]);
});

test("what is read and not owned does not count, whatever it is or says", () => {
  const others = ["a", "b", "c"].map((name) => ({ urn: urnOf(name), type: "", external: true }));
  const seen = [
    ...events("a", { live: { name: "a" } }),
    ...events("b", { live: null }),
    ...events("c", { error: "GET /indexes/c answered 403" }),
    ...events("d", { live: {} }),
  ];
  expect(reportOf([...seen, ...ended], others, ".")).toMatchObject({ resources: 1, findings: [], failures: [] });
});

test("a run that fails as a whole could not tell", () => {
  const failure: EngineEvent = { diagnosticEvent: { severity: "error", message: "the language runtime is missing\n" } };
  expect(report(failure)).toMatchObject({ failures: ["the language runtime is missing"] });
  expect(statusOf(report(failure))).toBe(1);
  expect(statusOf(reportOf(events("a", {}), [], "."))).toBe(1);
});

test("debug messages, which may hold secrets, do not reach the report", () => {
  const debug: EngineEvent = {
    diagnosticEvent: { severity: "debug", message: "RegisterResource RPC finished: plain" },
  };
  expect(JSON.stringify(report(debug))).not.toContain("plain");
});

test("Markdown tables keep their columns whatever a value holds", () => {
  const found = report(...events("a", { inputs: { a: "x | `y`" }, live: { a: "line\nbreak" } }));
  expect(markdown(found)).toContain('| `a` | `` "x \\| `y`" `` | `"line\\nbreak"` |');
});
