import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asset, fields, SearchService } from "./service";

const blue = { id: "p1", title: "Blue lamp", price: 20 };
const oak = { id: "p2", title: "Oak desk", price: 300, tags: ["wood"] };
const declared = { index: "lamps", documents: [blue, oak] };

let service: SearchService;
beforeEach(async () => void (service = await SearchService.start()));
afterEach(() => service.close());

const documents = () => service.subject("Documents");

describe("an edit sends only what it changes", () => {
  test("a changed document again, a new one, and a delete of a removed one, in one batch", async () => {
    const kept = await documents().create(declared);
    expect(await service.stored()).toEqual({ p1: blue, p2: oak });
    const edited = {
      index: "lamps",
      documents: [
        { ...blue, price: 25 },
        { id: "p3", title: "Chair" },
      ],
    };
    const after = await documents().update(kept, edited);
    expect(service.batches).toEqual([
      [
        { "@search.action": "upload", ...blue },
        { "@search.action": "upload", ...oak },
      ],
      [
        { "@search.action": "upload", ...blue, price: 25 },
        { "@search.action": "upload", id: "p3", title: "Chair" },
        { "@search.action": "delete", id: "p2" },
      ],
    ]);
    expect(after.outs).toMatchObject({
      count: 2,
      keyField: "id",
      hashes: { p1: expect.any(String), p3: expect.any(String) },
    });
    expect(after.outs["documents"]).toBeUndefined();
  });

  test("another order, and nulls that are declared, are no change", async () => {
    const kept = await documents().create(declared);
    expect(await documents().plan(kept, { ...declared, documents: [oak, blue] })).toBe("same");
    expect((await documents().read(kept))?.inputs["documents"]).toEqual(declared.documents);
  });

  const stray = { status: 404, body: JSON.stringify({ error: { code: "NotFound", message: "There is none." } }) };

  test.each([1, 2])("an index that is said %d times not to be there is looked for again", async (times) => {
    const kept = await documents().create(declared);
    service.sandbox.faults.push({ match: "GET /indexes/lamps$", ...stray, times });
    expect(await documents().plan((await documents().read(kept))!, declared)).toBe("same");
    service.sandbox.faults.push({ match: "GET /indexes/lamps$", ...stray, times });
    await documents().delete(kept);
    expect(await service.stored()).toEqual({});
  });

  test("a delete that is told that there is no index, though there is, is an error", async () => {
    const kept = await documents().create(declared);
    service.sandbox.faults.push({ match: "POST /indexes/lamps/docs/index$", ...stray });
    await expect(documents().delete(kept)).rejects.toThrow("answered 404 NotFound: There is none.");
    await documents().delete(kept);
    expect(await service.stored()).toEqual({});
    await service.subject("Index").delete(service.index);
    await documents().delete(kept);
  });

  test("a document that is said not to be there is looked for, and deleted again where a search shows it", async () => {
    const kept = await documents().create(declared);
    const none = { status: false, statusCode: 404, errorMessage: "Document not found." };
    service.answerUpload({ key: "p1", status: true, statusCode: 200 }, { key: "p2", ...none });
    const edited = await documents().update(kept, { index: "lamps", documents: [blue] });
    expect(await service.stored()).toEqual({ p1: blue });
    service.answerUpload({ key: "p1", ...none });
    await documents().delete(edited);
    expect(await service.stored()).toEqual({});
    service.answerUpload({ key: "p1", ...none });
    await documents().delete(edited);
  });

  test("one that a single search misses stays nowhere, whatever others it shows", async () => {
    const kept = await documents().create(declared);
    const none = { status: false, statusCode: 404, errorMessage: "Document not found." };
    service.answerUpload({ key: "p1", ...none }, { key: "p2", ...none });
    service.sandbox.faults.push({ match: "docs/search$", body: JSON.stringify({ value: [{ id: "p1" }] }) });
    await documents().delete(kept);
    expect(await service.stored()).toEqual({});
  });

  test("one that is always said not to be there, and shown, is an error that says what to do", async () => {
    const kept = await documents().create({ ...declared, documents: [blue], __timeouts: { delete: "2s" } });
    const value = [{ key: "p1", status: false, statusCode: 404, errorMessage: "Document not found." }];
    const always = { status: 207, body: JSON.stringify({ value }), times: 100 };
    service.sandbox.faults.push({ match: "POST /indexes/lamps/docs/index", ...always });
    await expect(documents().delete(kept)).rejects.toThrow(
      "p1: 404 Document not found. A search still shows it: run the same command again.",
    );
  });

  test("a page is no answer to an upload", async () => {
    service.sandbox.faults.push({ match: "docs/index", status: 200, body: "<html>sign in</html>" });
    await expect(documents().create(declared)).rejects.toThrow(
      "POST /indexes/lamps/docs/index answered 200: an HTML page",
    );
    const kept = await documents().create(declared);
    service.sandbox.faults.push({ match: "docs/index", status: 200, body: "<html>sign in</html>" });
    await expect(documents().delete(kept)).rejects.toThrow("an HTML page");
    expect(await service.stored()).toEqual({ p1: blue, p2: oak });
  });

  test("others' documents are left alone, in an edit and in a delete", async () => {
    await service.upload({ id: "x", title: "of others" });
    const kept = await documents().create(declared);
    await documents().delete(await documents().update(kept, { index: "lamps", documents: [blue] }));
    expect(await service.stored()).toEqual({ x: { id: "x", title: "of others" } });
  });

  test("a merge changes the fields that it names and no others", async () => {
    await service.upload({ ...blue, price: undefined, tags: ["metal"] });
    const merge = { index: "lamps", action: "merge", documents: [{ id: "p1", price: 7 }] };
    const kept = await documents().create(merge);
    expect(await service.stored()).toEqual({ p1: { ...blue, price: 7, tags: ["metal"] } });
    await service.upload({ "@search.action": "merge", id: "p1", title: "Cyan lamp" });
    expect(await documents().plan((await documents().read(kept))!, merge)).toBe("same");
    await service.upload({ "@search.action": "merge", id: "p1", price: 8 });
    expect(await documents().plan((await documents().read(kept))!, merge)).toBe("update");
  });
});

describe("what somebody else did is found", () => {
  test("a changed and a deleted document, by name, and both are mended", async () => {
    const kept = await documents().create(declared);
    await service.upload(
      { "@search.action": "merge", id: "p1", title: "Red lamp" },
      { "@search.action": "delete", id: "p2" },
    );
    const live = (await documents().read(kept))!;
    expect(live.inputs["documents"]).toEqual([{ ...blue, title: "Red lamp", tags: null }]);
    expect(live.outs["count"]).toBe(1);
    expect(await documents().plan(live, declared)).toBe("update");
    await documents().update(live, declared);
    expect(await service.stored()).toEqual({ p1: blue, p2: oak });
  });

  test.each([
    ["content", "merge", "update"],
    ["count", "merge", "same"],
    ["count", "delete", "update"],
    ["none", "delete", "same"],
  ])("verify: %s, after a %s: %s", async (verify, action, plan) => {
    const kept = await documents().create({ ...declared, verify });
    await service.upload({ "@search.action": action, id: "p1", ...(action === "merge" && { title: "Red lamp" }) });
    expect(await documents().plan((await documents().read(kept))!, { ...declared, verify })).toBe(plan);
  });

  test("in an index whose key no filter can name, and when answers come in small pages", async () => {
    service.sandbox.behaviour.searchPageSize = 1;
    await service
      .subject("Index")
      .create({ name: "plain", fields: [{ ...fields[0], filterable: false, sortable: false }, ...fields.slice(1)] });
    const kept = await documents().create({ ...declared, index: "plain" });
    expect(await documents().plan((await documents().read(kept))!, { ...declared, index: "plain" })).toBe("same");
    await service.send("POST", "/indexes/plain/docs/index", { value: [{ "@search.action": "delete", id: "p2" }] });
    expect((await documents().read(kept))?.outs["count"]).toBe(1);
  });
});

describe("values that the service writes in another form are no drift", () => {
  test("times, places, vectors, objects and what it does not show", async () => {
    const vectors = { profiles: [{ name: "vp", algorithm: "h" }], algorithms: [{ name: "h", kind: "hnsw" }] };
    await service.subject("Index").create({
      name: "forms",
      vectorSearch: vectors,
      fields: [
        fields[0],
        { name: "since", type: "Edm.DateTimeOffset" },
        { name: "place", type: "Edm.GeographyPoint" },
        {
          name: "address",
          type: "Edm.ComplexType",
          fields: [
            { name: "city", type: "Edm.String" },
            { name: "street", type: "Edm.String" },
          ],
        },
        { name: "cost", type: "Edm.Double", retrievable: false },
        {
          name: "vec",
          type: "Collection(Edm.Single)",
          searchable: true,
          dimensions: 2,
          vectorSearchProfile: "vp",
          stored: false,
        },
      ],
    });
    const document = {
      id: "a",
      since: "2024-05-01T02:00:00+02:00",
      place: { type: "Point", coordinates: [1.5, 2] },
      address: { city: "Bern" },
      cost: 3,
      vec: [0.1, 0.2],
    };
    const all = { index: "forms", documents: [document] };
    const kept = await documents().create(all);
    expect(await documents().plan((await documents().read(kept))!, all)).toBe("same");
    expect(await documents().plan(kept, { ...all, documents: [{ ...document, vec: [0.1, 0.3] }] })).toBe("update");
  });
});

describe("documents that are in the index before", () => {
  test("are taken over when they are the same, absent ones simply sent", async () => {
    await service.upload(blue);
    service.sandbox.requests.length = 0;
    await documents().create(declared);
    expect(service.batches).toEqual([[{ "@search.action": "upload", ...oak }]]);
  });

  test("are looked for again, each that a search misses, before they are written over", async () => {
    const theirs = { id: "p2", title: "of others" };
    await service.upload(blue, theirs);
    service.sandbox.faults.push({ match: "docs/search$", body: JSON.stringify({ value: [blue] }) });
    await expect(documents().create(declared)).rejects.toThrow("p2.title");
    expect(await service.stored()).toEqual({ p1: blue, p2: theirs });
  });

  test("are named with the fields that differ, and changed with `always`", async () => {
    await service.upload({ ...blue, title: "Red lamp", tags: ["metal"] });
    await expect(documents().create(declared)).rejects.toThrow(
      "documents of /indexes/lamps/docs exist already and differ from the declaration at p1.title, p1.tags.",
    );
    await documents().create({ ...declared, adopt: "always" });
    expect(await service.stored()).toEqual({ p1: blue, p2: oak });
  });

  test("count in an edit that adds them, too", async () => {
    const kept = await documents().create({ index: "lamps", documents: [blue] });
    await service.upload({ id: "p2", title: "of others" });
    await expect(documents().update(kept, declared)).rejects.toThrow("p2.title");
  });
});

describe("documents that the service refuses", () => {
  const broken = { id: "p3", title: "Chair", price: 1.5 };

  test("are named, each with the service's message; the others stay, and the next run sends only the rest", async () => {
    await service.send("PUT", "/indexes/theirs", { name: "theirs", fields });
    const error = await documents()
      .create({ index: "theirs", documents: [blue, broken, { id: "p4", colour: "red" }] })
      .catch((one: unknown) => one);
    expect(error).toMatchObject({
      id: "/indexes/theirs/docs",
      reasons: [
        expect.stringMatching(
          /2 of 3 documents failed\n {2}p3: 400 The field 'price' expects.*\n {2}p4: 400 The property 'colour' does not exist/,
        ),
      ],
      properties: { count: 3, hashes: { p1: expect.stringMatching(/^\w/), p3: "~" } },
    });
    const kept = {
      id: "/indexes/theirs/docs",
      inputs: {},
      outs: (error as { properties: Record<string, unknown> }).properties,
    };
    const mended = { index: "theirs", documents: [blue, { ...broken, price: 1 }] };
    expect(await documents().plan(kept, mended)).toBe("update");
    service.sandbox.requests.length = 0;
    await documents().update(kept, mended);
    expect(service.batches).toEqual([
      [
        { "@search.action": "upload", ...broken, price: 1 },
        { "@search.action": "delete", id: "p4" },
      ],
    ]);
  });

  test("for a passing reason are sent again, alone", async () => {
    service.answerUpload(
      { key: "p1", status: true, statusCode: 201, errorMessage: null },
      { key: "p2", status: false, statusCode: 503, errorMessage: "Busy." },
    );
    await documents().create({ ...declared, verify: "none" });
    expect(service.batches).toEqual([
      [expect.objectContaining({ id: "p1" }), expect.objectContaining({ id: "p2" })],
      [expect.objectContaining({ id: "p2" })],
    ]);
  });

  test("are all of which an answer that tells of refusals does not speak", async () => {
    service.answerUpload({ key: "p1", status: true, statusCode: 201 });
    await expect(documents().create(declared)).rejects.toThrow("p2: the answer does not say what became of it");
    service.answerUpload({ status: true, statusCode: 201 }, { status: false, statusCode: 400, errorMessage: "No." });
    await expect(documents().create({ ...declared, adopt: "always" })).rejects.toThrow("p2: 400 No.");
  });

  test("because the quota is used up are not sent again", async () => {
    service.answerUpload(
      { key: "p1", status: false, statusCode: 429, errorMessage: "Document quota exceeded." },
      { key: "p2", status: true, statusCode: 200 },
    );
    await expect(documents().create(declared)).rejects.toThrow("p1: 429 Document quota exceeded.");
  });

  test("a batch that is too large is split", async () => {
    service.sandbox.faults.push({ match: "docs/index", status: 413 });
    await documents().create(declared);
    expect(service.batches.map((batch) => batch.length)).toEqual([2, 1, 1]);
  });

  test("after a lost answer are sent again without harm", async () => {
    service.sandbox.faults.push({ match: "docs/index", drop: "after" });
    await documents().create(declared);
    expect(await service.stored()).toEqual({ p1: blue, p2: oak });
  });
});

describe("documents from an asset", () => {
  const lines = (list: object[]): string => list.map((one) => JSON.stringify(one)).join("\n");

  test("10,000 of 1 kB go up in ten batches, and the state holds their hashes alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "documents-"));
    const many = Array.from({ length: 10_000 }, (_, number) => ({
      id: `d${number}`,
      title: "word ".repeat(190),
      price: number,
    }));
    const path = join(folder, "many.jsonl");
    writeFileSync(path, `${lines(many)}\n`);
    const declaration = { index: "lamps", documents: asset({ path }) };
    const kept = await documents().create(declaration);
    expect(service.batches.map((batch) => batch.length)).toEqual(Array(10).fill(1000));
    expect(kept.outs).toMatchObject({ count: 10_000 });
    expect(JSON.stringify(kept).length).toBeLessThan(400_000);
    expect(await documents().plan((await documents().read(kept))!, declaration)).toBe("same");

    many[7]!.title = "another";
    writeFileSync(path, lines(many));
    expect(await documents().plan(kept, declaration)).toBe("update");
    service.sandbox.requests.length = 0;
    await documents().update(kept, declaration);
    expect(service.batches).toEqual([[{ "@search.action": "upload", ...many[7] }]]);
    rmSync(folder, { recursive: true });
  });

  test("of large documents, batches stay below 16 MB", async () => {
    const large = Array.from({ length: 5 }, (_, number) => ({ id: `d${number}`, title: "x".repeat(6_000_000) }));
    await documents().create({ index: "lamps", documents: large, verify: "none" });
    expect(service.batches.map((batch) => batch.length)).toEqual([2, 2, 1]);
  });

  test.each([
    ["JSON Lines", lines([blue, oak])],
    ["a JSON array", JSON.stringify([blue, oak], undefined, 2)],
    ["JSON Lines with blank lines and a BOM", `\uFEFF${lines([blue])}\r\n\r\n${lines([oak])}\r\n`],
  ])("may be %s", async (_, text) => {
    await documents().create({ index: "lamps", documents: asset({ text }) });
    expect(await service.stored()).toEqual({ p1: blue, p2: oak });
  });

  test.each([
    [{ text: `${lines([blue])}\n{"id": ` }, "documents: line 2 of the asset is no JSON"],
    [{ text: "[1]" }, "documents: line 1 of the asset is no JSON object"],
    [{ text: "[{" }, "documents: line 1 of the asset: here the JSON array breaks off"],
    [{ path: "/nowhere/at/all.jsonl" }, "documents: the asset's file /nowhere/at/all.jsonl cannot be read (ENOENT)"],
    [{ uri: "https://example.com/a.jsonl" } as never, "documents: must be an array, a FileAsset or a StringAsset"],
  ])("that is wrong is a mistake in the preview: %j", async (content, mistake) => {
    expect(await documents().mistakes({ index: "lamps", documents: asset(content) })).toEqual([mistake]);
  });
});

test("documents that are taken from an index whose vectors are not shown keep them when they are edited", async () => {
  const vectorSearch = { profiles: [{ name: "vp", algorithm: "h" }], algorithms: [{ name: "h", kind: "hnsw" }] };
  const vectors = [
    ...fields,
    { name: "vec", type: "Collection(Edm.Single)", dimensions: 2, vectorSearchProfile: "vp" },
  ];
  await service.subject("Index").create({ name: "vectors", fields: vectors, vectorSearch });
  await service.send("POST", "/indexes/vectors/docs/index", { value: [{ ...blue, vec: [1, 0] }] });
  const found = (await documents().get("/indexes/vectors/docs"))!;
  expect(found.inputs).toMatchObject({ documents: [blue], action: "mergeOrUpload" });
  await documents().update(found, { index: "vectors", documents: [{ ...blue, price: 25 }], action: "mergeOrUpload" });
  const { value } = await service.send("POST", "/indexes/vectors/docs/search", {
    vectorQueries: [{ kind: "vector", vector: [1, 0], fields: "vec", k: 1 }],
  });
  expect(value).toEqual([expect.objectContaining({ id: "p1", price: 25 })]);
});

test.each([[{ id: "p1" }], ["p1"], [5]])("%j is one mistake, told in the words of the program", async (given) => {
  expect(await documents().mistakes({ index: "lamps", documents: given })).toEqual([
    expect.stringMatching(/^documents: must be an array, (a FileAsset or a StringAsset|not a \w+)$/),
  ]);
});

test.each([
  [[{ title: "no key" }], "documents[0].id: is required: it is the key"],
  [[blue, { ...blue }], "documents[1].id: is the key of another document too"],
])("keys are needed and unique", async (list, message) => {
  await expect(documents().create({ index: "lamps", documents: list })).rejects.toThrow(message);
});

test("an index that does not exist is an error with the service's message", async () => {
  await expect(documents().create({ ...declared, index: "nothing" })).rejects.toThrow(
    "GET /indexes/nothing answered 404: No index with the name 'nothing'",
  );
}, 20_000);

test("a document that moves to another Documents of the program stays, whichever of the two is updated first", async () => {
  const subject = documents();
  const { verbs } = subject as unknown as {
    verbs: { update(id: string, olds: object, news: object): Promise<unknown> };
  };
  const [a, b] = ["::a", "::b"].map((__at) => ({ __at, index: "lamps" }));
  for (const isTakenFirst of [true, false]) {
    const keptA = await subject.create({ ...a, documents: [blue, oak] });
    const keptB = await subject.create({ ...b, documents: [{ id: "p3" }] });
    const given = await subject.check({ ...a, documents: [blue] });
    const taken = await subject.check({ ...b, documents: [{ id: "p3" }, oak] });
    const steps = [() => verbs.update(keptB.id, keptB.outs, taken), () => verbs.update(keptA.id, keptA.outs, given)];
    for (const step of isTakenFirst ? steps : steps.toReversed()) await step();
    expect(await service.stored()).toEqual({ p1: blue, p2: oak, p3: { id: "p3" } });
  }
});

test("a document that moves to another Documents of the program stays, though both are updated at the same time", async () => {
  const subject = documents();
  const { verbs } = subject as unknown as {
    verbs: { update(id: string, olds: object, news: object): Promise<unknown> };
  };
  const [a, b] = ["::a", "::b"].map((__at) => ({ __at, index: "lamps" }));
  const keptA = await subject.create({ ...a, documents: [blue, oak] });
  const keptB = await subject.create({ ...b, documents: [{ id: "p3" }] });
  const given = await subject.check({ ...a, documents: [blue] });
  const taken = await subject.check({ ...b, documents: [{ id: "p3" }, oak] });
  const steps = [() => verbs.update(keptB.id, keptB.outs, taken), () => verbs.update(keptA.id, keptA.outs, given)];
  await Promise.all(steps.map((step) => step()));
  expect(await service.stored()).toEqual({ p1: blue, p2: oak, p3: { id: "p3" } });
});

test("what this run has deleted is sent again by who declares it, though searches still show it, as it was or otherwise", async () => {
  const subject = documents();
  const { verbs } = subject as unknown as {
    verbs: { update(id: string, olds: object, news: object): Promise<unknown> };
  };
  const [a, b] = ["::a", "::b"].map((__at) => ({ __at, index: "lamps" }));
  for (const stale of [oak, { ...oak, price: 1 }]) {
    const keptA = await subject.create({ ...a, documents: [blue, oak] });
    const keptB = await subject.create({ ...b, documents: [{ id: "p3" }] });
    const taken = await subject.check({ ...b, documents: [{ id: "p3" }, oak] });
    const given = await subject.check({ ...a, documents: [blue] });
    await verbs.update(keptA.id, keptA.outs, given);
    expect(await service.stored()).toEqual({ p1: blue, p3: { id: "p3" } });
    service.sandbox.faults.push({
      match: "POST /indexes/lamps/docs/search",
      status: 200,
      body: JSON.stringify({ value: [{ "@search.score": 1, ...stale }] }),
    });
    await verbs.update(keptB.id, keptB.outs, taken);
    expect(await service.stored()).toEqual({ p1: blue, p2: oak, p3: { id: "p3" } });
    service.sandbox.faults.length = 0;
  }
});

test("a document that one Documents drops and another one has, unchanged, stays or comes back", async () => {
  const subject = documents();
  const { verbs } = subject as unknown as { verbs: Record<"update" | "diff", (...values: unknown[]) => Promise<any>> };
  const [a, b] = ["::a", "::b"].map((__at) => ({ __at, index: "lamps" }));
  for (const isComparedFirst of [true, false]) {
    const keptA = await subject.create({ ...a, documents: [blue, oak] });
    const keptB = await subject.create({ ...b, documents: [oak] });
    const given = await subject.check({ ...a, documents: [blue] });
    const same = { ...keptB.inputs };
    const drop = (): Promise<unknown> => verbs.update(keptA.id, keptA.outs, given);
    if (!isComparedFirst) await drop();
    const { changes } = await verbs.diff(keptB.id, keptB.outs, same);
    expect(changes).toBe(!isComparedFirst);
    if (isComparedFirst) await drop();
    else await verbs.update(keptB.id, keptB.outs, same);
    expect(await service.stored()).toEqual({ p1: blue, p2: oak });
  }
});

describe("what ends for lack of time names the last refusal", () => {
  const __timeouts = { create: "3s", read: "3s" };
  const busy = { error: { code: "ServiceUnavailable", message: "Indexing is paused by the owner." } };
  const always = { status: 503, body: JSON.stringify(busy), times: 1_000 };

  test("of a batch that is refused as a whole", async () => {
    service.sandbox.faults.push({ match: "POST /indexes/lamps/docs/index", ...always });
    await expect(documents().create({ ...declared, __timeouts })).rejects.toThrow(
      /POST \/indexes\/lamps\/docs\/index.*503 .*Indexing is paused by the owner/,
    );
  });

  test("of the second batch, and of single documents", async () => {
    const many = Array.from({ length: 1001 }, (_, number) => ({ id: `n${number}` }));
    const refused = { key: "n1000", status: false, statusCode: 503, errorMessage: "The shard of n1000 is moved." };
    service.sandbox.faults.push({
      match: "POST /indexes/lamps/docs/index",
      status: 207,
      body: JSON.stringify({
        value: [...many.slice(0, 1000).map(({ id: key }) => ({ key, status: true, statusCode: 200 }))],
      }),
    });
    service.sandbox.faults.push({
      match: "POST /indexes/lamps/docs/index",
      status: 207,
      body: JSON.stringify({ value: [refused] }),
      times: 1_000,
    });
    const error = await documents()
      .create({ index: "lamps", documents: many, __timeouts })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reasons: [expect.stringContaining("n1000: 503 The shard of n1000 is moved.")] });
  });
});
