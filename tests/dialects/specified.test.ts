/** In the documents' own form there is no dialect: nothing is translated, and nothing of one is loaded or sent. */
import { silent } from "../../provider/core/log";
import { dialectNamed, speak } from "../../dialects";
import { startSandbox, type Sandbox } from "../../sandbox";
import { resources } from "../../provider/resources";
import { fixtures } from "../fixtures";
import { configurationFor, Subject } from "../subject";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 0 } });
});
afterEach(() => sandbox.close());

/** Words that only the dialect has. */
const foreign = /Microsoft\.|azure(OpenAI|Blob)|\/openai\/|\/foundry\/|search\.(index|post|stats)|\('|computeId/i;

test.each(resources.map(({ kind }) => kind))("%s: no request has a word of another form", async (kind) => {
  const { needs = [], inputs, change = inputs } = fixtures[kind]!;
  for (const [needed, args] of needs) await new Subject(needed, sandbox).create(args);
  const subject = new Subject(kind, sandbox);
  const kept = await subject.create(inputs);
  await subject.read(kept);
  await subject.delete(await subject.update(kept, change));
  const sent = sandbox.requests.map(({ method, path, query, body }) => JSON.stringify({ method, path, query, body }));
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.filter((one) => foreign.test(one))).toEqual([]);
});

test("its name has no dialect, and a connection without one loads none", async () => {
  const loaded = jest.fn();
  const lists: Promise<unknown>[] = [];
  jest.isolateModules(() => {
    jest.doMock("../../dialects/azure", () => loaded() as object);
    const { connectionOf } = require("../../provider/connection") as typeof import("../../provider/connection");
    const { index } =
      require("../../provider/search/index/searchIndex") as typeof import("../../provider/search/index/searchIndex");
    for (const more of [{}, { dialect: "specified" }])
      lists.push(index.list!({}, connectionOf({ ...configurationFor(sandbox), ...more }).open(silent, 10_000)));
  });
  expect(await Promise.all(lists)).toEqual([[], []]);
  expect(loaded).not.toHaveBeenCalled();
  jest.dontMock("../../dialects/azure");
  expect(dialectNamed("specified")).toBeUndefined();
});

test("what a dialect does not name goes as it is", async () => {
  const call = { method: "POST", path: "/elsewhere/at/all", body: { kind: "blob", model: 1 } };
  const answer = { status: 200, headers: {}, body: { kind: "azureBlob" } };
  expect(await speak(dialectNamed("azure")!, call, async (sent) => ({ ...answer, body: sent }))).toEqual({
    ...answer,
    body: call,
  });
});
