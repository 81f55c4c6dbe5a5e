import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { fixtures } from "../fixtures";
import { Subject } from "../subject";

/** What the properties have found once, case by case. */

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ behaviour: { operation: "none" } });
});
afterEach(() => sandbox.close());

const model = fixtures["ml:Model"]!.inputs;

test("a null in the place of the name is told, and a name that no URL can have", async () => {
  const subject = new Subject("ml:Model", sandbox);
  expect(await subject.mistakes({ ...model, name: null })).toEqual(["name: is required"]);
  expect(await subject.mistakes({ ...model, name: "..", modelId: "m" })).toEqual([
    "a name is `.` or `..`, which cannot be part of a URL",
  ]);
});

test("a state of an endpoint that is no text counts as not ready", async () => {
  const subject = new Subject("ml:OnlineEndpoint", sandbox);
  for (const [kind, inputs] of fixtures["ml:OnlineEndpoint"]!.needs ?? [])
    await new Subject(kind, sandbox).create(inputs);
  const kept = await subject.create(fixtures["ml:OnlineEndpoint"]!.inputs);
  const live = (await outside(sandbox).send("GET", kept.id)) as { properties: object };
  sandbox.faults.push({
    match: `GET ${kept.id}$`,
    status: 200,
    times: 1,
    body: JSON.stringify({ ...live, properties: { ...live.properties, provisioningState: { toString: null } } }),
  });
  await expect(subject.read(kept)).resolves.toMatchObject({
    id: kept.id,
    outs: { primaryKey: kept.outs["primaryKey"] },
  });
});

test("shares of the traffic that are no numbers count as none", async () => {
  const subject = new Subject("ml:EndpointTraffic", sandbox);
  for (const [kind, inputs] of fixtures["ml:EndpointTraffic"]!.needs ?? [])
    await new Subject(kind, sandbox).create(inputs);
  const kept = await subject.create(fixtures["ml:EndpointTraffic"]!.inputs);
  const endpoint = kept.id.replace(/\/traffic$/, "");
  const live = (await outside(sandbox).send("GET", endpoint)) as { properties: object };
  sandbox.faults.push({
    match: `GET ${endpoint}$`,
    status: 200,
    times: 1,
    body: JSON.stringify({
      ...live,
      properties: { ...live.properties, traffic: { blue: { toString: null }, green: [{ toString: null }], red: "40" } },
    }),
  });
  await expect(subject.get(kept.id)).resolves.toMatchObject({
    inputs: { traffic: [{ deployment: "red", percent: 40 }] },
  });
});

describe("documents", () => {
  const fields = [
    { name: "id", type: "Edm.String", key: true, filterable: true },
    { name: "title", type: "Edm.String" },
    { name: "constructor", type: "Edm.String" },
  ];
  const subject = (): Subject => new Subject("search:Documents", sandbox);
  const declared = (...keys: string[]): object => ({ index: "odd", documents: keys.map((id) => ({ id, title: "A" })) });
  beforeEach(() => new Subject("search:Index", sandbox).create({ name: "odd", fields }));

  test("keys and fields may be named like members of every object", async () => {
    const documents = declared("constructor", "toString", "valueOf");
    const kept = await subject().create(documents);
    expect(kept.outs["count"]).toBe(3);
    expect(await subject().plan((await subject().read(kept))!, documents)).toBe("same");
    expect((await subject().create(documents)).id).toBe(kept.id);
  });

  test("a key that no state can keep is refused", async () => {
    await expect(subject().create(JSON.parse('{"index": "odd", "documents": [{"id": "__proto__"}]}'))).rejects.toThrow(
      "documents[0].id: must be another one: no state can keep this key",
    );
  });

  test("an answer with documents that were not asked for changes nothing", async () => {
    sandbox.faults.push({
      match: "POST /indexes/odd/docs/search$",
      status: 200,
      times: 1,
      body: JSON.stringify({ value: [{ id: "b", title: "B" }, { title: "C" }] }),
    });
    expect((await subject().create(declared("a"))).outs["count"]).toBe(1);
  });

  test("a key with a comma does not stand for others", async () => {
    await outside(sandbox).send("POST", "/indexes/odd/docs/index", {
      value: [
        { "@search.action": "upload", id: "a" },
        { "@search.action": "upload", id: "b" },
      ],
    });
    await expect(subject().create({ ...declared("a,b"), adopt: "always" })).rejects.toThrow(
      "documents[0].id: must be 1 to 1024 letters, digits",
    );
    expect(await outside(sandbox).send("POST", "/indexes/odd/docs/search", { search: "*" })).toMatchObject({
      value: [{ id: "a" }, { id: "b" }],
    });
  });
});
