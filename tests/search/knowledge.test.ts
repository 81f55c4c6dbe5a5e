import { fields, SearchService } from "./service";

let service: SearchService;
beforeEach(async () => void (service = await SearchService.start()));
afterEach(() => service.close());

const source = {
  name: "ks-lamps",
  kind: "searchIndex",
  searchIndexParameters: { searchIndexName: "lamps", sourceDataFields: [{ name: "title" }] },
};
const base = { name: "kb-shop", knowledgeSources: ["ks-lamps"] };

test.each<["KnowledgeSource" | "KnowledgeBase", object, string]>([
  [
    "KnowledgeSource",
    { name: "ks", kind: "searchIndex" },
    "searchIndexParameters: is required of the kind `searchIndex`",
  ],
  ["KnowledgeSource", { ...source, kind: "web" }, "searchIndexParameters: belongs to the kind `searchIndex`"],
  ["KnowledgeSource", { ...source, blobParameters: {} }, "blobParameters: belongs to the kind `blob`"],
  [
    "KnowledgeSource",
    { ...source, kind: "searchindex" },
    "kind: must be one of `searchIndex`, `blob`, `libraryOnline`, `web`; did you mean `searchIndex`?",
  ],
  [
    "KnowledgeBase",
    { ...base, outputMode: "answerSynthesis" },
    "answerSynthesisConfiguration: is required of the output mode `answerSynthesis`",
  ],
  ["KnowledgeBase", { ...base, knowledgeSources: ["a", "a"] }, "knowledgeSources[1]: is named twice"],
])("a wrong %s is a mistake in the preview: %j", async (kind, inputs, mistake) => {
  expect(await service.subject(kind).mistakes(inputs)).toEqual([mistake]);
});

test("deleting what is still used, outside the program's order, names the users and waits for nobody", async () => {
  const sources = service.subject("KnowledgeSource");
  const kept = await sources.create(source);
  await service.subject("KnowledgeBase").create(base);
  await expect(service.subject("Index").delete(service.index)).rejects.toThrow(
    "DELETE /indexes/lamps answered 400 OperationNotAllowed: Cannot delete the index 'lamps' because it is " +
      "used by knowledge source 'ks-lamps'",
  );
  await expect(sources.delete(kept)).rejects.toThrow("it is used by knowledge base 'kb-shop'");
  for (const message of [
    "Knowledge source is used by knowledge base(s): kb-shop.",
    "It still feeds the base kb-shop.",
  ]) {
    service.sandbox.faults.push({
      match: "DELETE /knowledgesources",
      status: 409,
      body: JSON.stringify({ error: { code: "", message } }),
    });
    await expect(sources.delete(kept)).rejects.toThrow(message);
  }
});

test("a source follows another index, and a base other sources, in place", async () => {
  await service.subject("Index").create({ name: "desks", fields });
  const sources = service.subject("KnowledgeSource");
  const kept = await sources.create(source);
  const edited = { ...source, searchIndexParameters: { ...source.searchIndexParameters, searchIndexName: "desks" } };
  expect(await sources.plan(kept, edited)).toBe("update");
  await sources.update(kept, edited);
  const other = await sources.create({ ...source, name: "ks-desks" });
  const bases = service.subject("KnowledgeBase");
  const made = await bases.create(base);
  expect(await bases.plan(made, { ...base, knowledgeSources: ["ks-desks"] })).toBe("update");
  await bases.update(made, { ...base, knowledgeSources: ["ks-desks"] });
  await sources.delete(kept);
  await expect(sources.delete(other)).rejects.toThrow("kb-shop");
});

test("a create whose answer was lost looks whether it arrived, and is not made twice", async () => {
  service.sandbox.faults.push({ match: "POST /knowledgesources", drop: "after" });
  const kept = await service.subject("KnowledgeSource").create(source);
  expect(kept.id).toBe("/knowledgesources/ks-lamps");
  expect(service.sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("the secrets of a source's parameters are encrypted, kept in an update, and no drift", async () => {
  const blob = {
    name: "ks-docs",
    kind: "blob",
    blobParameters: { connectionString: "Key=hush-hush", containerName: "manuals" },
  };
  const sources = service.subject("KnowledgeSource");
  const kept = await sources.create(blob);
  expect(JSON.stringify(kept.outs)).toMatch(/"1b47061264138c4ac30d75fd1eb44270","value":"Key=hush-hush"/);
  expect(await sources.plan((await sources.read(kept))!, blob)).toBe("same");
  await sources.update(kept, { ...blob, description: "manuals" });
  const { body } = service.sandbox.requests.findLast(({ method }) => method === "PUT")!;
  expect(body).toMatchObject({ description: "manuals", blobParameters: { connectionString: "Key=hush-hush" } });
});
