import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UNKNOWN } from "../../provider/core/wire";
import * as search from "../../sdk/search";
import { asset, fields, SearchService } from "./service";

/** What is wrong with documents is told before anything is sent, with its place, and all of it at once. */

let service: SearchService;
beforeEach(async () => void (service = await SearchService.start()));
afterEach(() => service.close());

const documents = () => service.subject("Documents");
const lines = (list: object[]): string => list.map((one) => JSON.stringify(one)).join("\n");

describe("a member that the service takes as its own word", () => {
  const harmful = { id: "p1", "@search.action": "delete" };
  const reason = "is no field: names with `@` belong to the service; leave it out";

  test.each([["lamps"], ["an index of others"]])("is a mistake of documents, for %s", async (index) => {
    expect(await documents().mistakes({ index, documents: [{ id: "p2" }, harmful] })).toEqual([
      `documents[1]["@search.action"]: ${reason}`,
    ]);
    expect(await documents().mistakes({ index, documents: asset({ text: lines([{ id: "p2" }, harmful]) }) })).toEqual([
      `documents: line 2 of the asset: @search.action: ${reason}`,
    ]);
    const result = { "@search.score": 1, id: "p1" };
    expect(await documents().mistakes({ index, documents: [result] })).toEqual([
      `documents[0]["@search.score"]: ${reason}`,
    ]);
  });

  test("never reaches the service, also when it was not known in the check", async () => {
    await service.upload({ id: "p1", title: "of others" });
    service.sandbox.requests.length = 0;
    const { verbs } = documents() as unknown as { verbs: { create(inputs: object): Promise<unknown> } };
    const inputs = { index: "lamps", documents: [harmful], action: "upload", __provider: "text" };
    await expect(verbs.create(inputs)).rejects.toThrow(`documents[0]["@search.action"]: ${reason}`);
    expect(service.batches).toEqual([]);
    expect(await service.stored()).toEqual({ p1: { id: "p1", title: "of others" } });
  });

  test("is a mistake of `uploadDocuments`, in whose document it would be another action", async () => {
    const actions = [{ action: "delete" as const, document: { id: "p1", "@search.action": "upload" } }];
    await expect(search.uploadDocuments({ index: "lamps", actions }, service.options)).rejects.toThrow(
      `actions[0].document["@search.action"]: ${reason}`,
    );
    expect(service.batches).toEqual([]);
  });
});

describe("of documents in an index that the program declares", () => {
  const wrong = [
    { id: "a b", title: "Lamp" },
    { id: "p1", title: 5, price: 1.5, tags: "wood" },
    { tittle: "no key" },
    { id: "p1", tags: ["wood", 1] },
    { id: 7 },
    { id: "x".repeat(1025), price: null },
  ];
  const key = "must be 1 to 1024 letters, digits, `_`, `-` or `=`: it is the key";
  const mistakes: [position: number, mistake: string][] = [
    [0, `id: ${key}`],
    [1, "title: must be text: the field is Edm.String"],
    [1, "price: must be an integer of 32 bits: the field is Edm.Int32"],
    [1, "tags: must be an array: the field is a Collection(Edm.String)"],
    [2, "id: is required: it is the key"],
    [2, "tittle: is no field of the index as it is declared; did you mean `title`?"],
    [3, "id: is the key of another document too"],
    [3, "tags[1]: must be text: the field is Edm.String"],
    [4, "id: must be text: it is the key"],
    [5, `id: ${key}`],
  ];

  test("keys, fields and types are told, all at once, and nothing is sent", async () => {
    expect(await documents().mistakes({ index: "lamps", documents: wrong })).toEqual(
      mistakes.map(([position, mistake]) => `documents[${position}].${mistake}`),
    );
    expect(service.sandbox.requests).toEqual([]);
  });

  test("those of a file are told with its name and the line", async () => {
    const folder = mkdtempSync(join(tmpdir(), "documents-"));
    const path = join(folder, "lamps.jsonl");
    writeFileSync(path, `\n${lines(wrong)}`);
    const told = (lineOf: (position: number) => number) =>
      mistakes.map(([position, mistake]) => `documents: ${path}:${lineOf(position)}: ${mistake}`);
    expect(await documents().mistakes({ index: "lamps", documents: asset({ path }) })).toEqual(
      told((position) => position + 2),
    );
    writeFileSync(path, JSON.stringify(wrong, undefined, 2));
    const printed = JSON.stringify(wrong, undefined, 2).split("\n");
    const begins = printed.flatMap((line, index) => (line === "  {" ? [index + 1] : []));
    expect(await documents().mistakes({ index: "lamps", documents: asset({ path }) })).toEqual(
      told((position) => begins[position]!),
    );
    writeFileSync(path, `${lines([{ id: "p1" }])}\n{"id": \n[1]\n${lines([{ id: "a b" }])}`);
    expect(await documents().mistakes({ index: "lamps", documents: asset({ path }) })).toEqual([
      `documents: ${path}:2 is no JSON`,
      `documents: ${path}:3 is no JSON object`,
      `documents: ${path}:4: id: ${key}`,
    ]);
    rmSync(folder, { recursive: true });
  });

  test("values of every type are accepted as the service accepts them, and refused as it refuses them", async () => {
    const vectors = { profiles: [{ name: "vp", algorithm: "h" }], algorithms: [{ name: "h", kind: "hnsw" }] };
    const types = {
      "Edm.Int64": [
        [1, -(2 ** 40), 2 ** 53 - 1],
        [1.5, true],
      ],
      "Edm.Double": [
        [1, 1.5, "NaN", "-INF"],
        ["1", false],
      ],
      "Edm.Boolean": [[true], [1, "true"]],
      "Edm.DateTimeOffset": [
        ["2024-05-01T02:00:00+02:00", "2024-05-01T00:00:00Z"],
        ["yesterday", 5],
      ],
      "Edm.GeographyPoint": [[{ type: "Point", coordinates: [1, 2] }], ["POINT(1 2)"]],
      "Collection(Edm.Int32)": [
        [[], [1, 2], null],
        [[1.5], 1, [null]],
      ],
      "Collection(Edm.Single)": [
        [[1, 0.5], null],
        [[1], ["a", 1], [1, 2, 3]],
      ],
      "Edm.ComplexType": [
        [{ city: "Bern" }, { city: null }],
        [{ city: 5 }, { town: "Bern" }, "Bern", [{}]],
      ],
    } as const;
    for (const [type, [good, bad]] of Object.entries(types)) {
      const field = {
        name: "it",
        type,
        ...(type.includes("Single") && { dimensions: 2, vectorSearchProfile: "vp" }),
        ...(type.includes("Complex") && { fields: [{ name: "city", type: "Edm.String" }] }),
      };
      const name = type.toLowerCase().replaceAll(/\W/g, "-").replace(/-$/, "");
      await service.subject("Index").create({ name, fields: [fields[0], field], vectorSearch: vectors });
      const accepted = (value: unknown) =>
        service
          .send("POST", `/indexes/${name}/docs/index`, { value: [{ id: "x", it: value }] })
          .then(({ value: [result] }: { value: { status: boolean }[] }) => result!.status);
      for (const value of [...good, ...bad]) {
        const found = await documents().mistakes({ index: name, documents: [{ id: "x", it: value }] });
        expect([type, value, found.length === 0]).toEqual([type, value, await accepted(value)]);
        expect([type, value, found.length === 0]).toEqual([type, value, (good as readonly unknown[]).includes(value)]);
      }
      // The service takes more integers than a number of a program can say.
      if (type === "Edm.Int64")
        for (const it of [2 ** 53, -(2 ** 60)]) {
          expect(await accepted(it)).toBe(true);
          expect(await documents().mistakes({ index: name, documents: [{ id: "x", it }] })).toHaveLength(1);
        }
    }
  });

  test("what is not known yet is no mistake, and a file of mistakes is told in part", async () => {
    const open = [{ id: UNKNOWN, title: UNKNOWN }, UNKNOWN, { id: "p1", tags: [UNKNOWN], price: 1 }];
    expect(await documents().mistakes({ index: "lamps", documents: open })).toEqual([]);
    expect(await documents().mistakes({ index: UNKNOWN, documents: wrong })).toEqual([]);
    const many = Array.from({ length: 5000 }, () => ({ id: "a b" }));
    const told = await documents().mistakes({ index: "lamps", documents: many });
    expect(told).toHaveLength(21);
    expect(told.at(-1)).toBe("documents: 4980 more mistakes like these");
  });

  test("an index that is not all known, or that another program declares, says nothing of fields", async () => {
    const check = (index: object) => service.subject("Index").check(index);
    await check({ name: "half", fields: [fields[0], { name: UNKNOWN, type: "Edm.String" }] });
    for (const index of ["half", "theirs"])
      expect(await documents().mistakes({ index, documents: [{ id: "p1", tittle: 5 }] })).toEqual([]);
    await check({ name: "later", fields: [fields[0]] });
    await check({ name: "later", fields });
    expect(await documents().mistakes({ index: "later", documents: [{ id: "p1", price: 5 }] })).toEqual([]);
  });

  test("an empty asset is a mistake that says how to declare no documents", async () => {
    const empty = "documents: the asset is empty; `[]` says that there are no documents";
    const nothing = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17" };
    for (const one of [asset({ text: "" }), asset({ text: " \n" }), nothing])
      expect(await documents().mistakes({ index: "lamps", documents: one })).toEqual([empty]);
    expect(await documents().mistakes({ index: "lamps", documents: asset({ text: "[]" }) })).toEqual([]);
  });
});

describe("a key that the service refuses", () => {
  const refusedByService = { id: "p1", title: "of others" };

  test("does not block its delete, in an edit and in the end", async () => {
    const kept = await documents().create({ index: "lamps", documents: [{ id: "p1" }] });
    const withIllegal = {
      ...kept,
      outs: { ...kept.outs, count: 2, hashes: { ...(kept.outs["hashes"] as object), "a b": "~" } },
    };
    const after = await documents().update(withIllegal, { index: "lamps", documents: [{ id: "p1" }] });
    expect(after.outs["hashes"]).toEqual({ p1: expect.any(String) });
    await documents().delete(withIllegal);
    expect(await service.stored()).toEqual({});
  });

  test("and that never came to the index does not block its delete, whatever its form", async () => {
    await service.send("PUT", "/indexes/theirs", { name: "theirs", fields });
    const refusal = { key: "p1", status: false, statusCode: 400, errorMessage: "No such key, please." };
    const answer = (...value: object[]) =>
      void service.sandbox.faults.push({ match: "docs/index", status: 207, body: JSON.stringify({ value }) });
    answer(refusal);
    const error = await documents()
      .create({ index: "theirs", documents: [refusedByService] })
      .catch((one: unknown) => one as { id: string; properties: Record<string, unknown> });
    const kept = {
      id: "/indexes/theirs/docs",
      inputs: {},
      outs: (error as { properties: Record<string, unknown> }).properties,
    };
    answer(refusal);
    await documents().delete(kept);
    // A document that was there is not given up for such an answer.
    const other = await documents().create({ index: "theirs", documents: [refusedByService] });
    answer(refusal);
    await expect(documents().delete(other)).rejects.toThrow("p1: 400 No such key, please.");
  });

  test("and with it the whole batch fails alone: the others are sent, and deleted", async () => {
    await service.send("PUT", "/indexes/theirs", { name: "theirs", fields });
    const all = Array.from({ length: 20 }, (_, number) => ({ id: `p${number}` }));
    service.sandbox.faults.push({
      match: "docs/index",
      status: 400,
      body: JSON.stringify({ error: { message: "Bad key" } }),
      times: 1,
    });
    const kept = await documents().create({ index: "theirs", documents: all });
    expect(service.batches.map((batch) => batch.length)).toEqual([20, 10, 10]);
    await documents().delete(kept);
  });
});

test("the digest in the state is that of what was sent: a file may change between the check and the create", async () => {
  const folder = mkdtempSync(join(tmpdir(), "documents-"));
  const path = join(folder, "lamps.jsonl");
  const declared = { index: "lamps", documents: asset({ path }) };
  writeFileSync(path, lines([{ id: "p1", title: "old" }]));
  const { verbs } = documents() as unknown as {
    verbs: { create(inputs: object): Promise<{ id: string; outs: object }> };
  };
  const inputs = await documents().check(declared);
  writeFileSync(path, lines([{ id: "p1", title: "new" }]));
  const { id, outs } = await verbs.create(inputs);
  expect(await service.stored()).toEqual({ p1: { id: "p1", title: "new" } });
  const kept = { id, inputs, outs: { ...outs, __provider: "text" } };
  expect(await documents().plan(kept, declared)).toBe("same");
  writeFileSync(path, lines([{ id: "p1", title: "old" }]));
  expect(await documents().plan(kept, declared)).toBe("update");
  rmSync(folder, { recursive: true });
});
