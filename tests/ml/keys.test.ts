import { endpoint, errorOf, Lab } from "./lab";

let lab: Lab;
beforeEach(async () => void (lab = await Lab.start()));
afterEach(() => lab.close());

const regenerations = () => lab.sent(/POST .*regenerateKeys/).map(({ body }) => (body as { keyType: string }).keyType);

test("an increase of keyGeneration regenerates one key: the primary when it becomes odd, the secondary when even", async () => {
  const made = await lab.make("OnlineEndpoint", { ...endpoint, keyGeneration: 4 });
  expect(regenerations()).toEqual([]);
  const first = await lab.of("OnlineEndpoint").update(made, { ...endpoint, keyGeneration: 5 });
  const second = await lab.of("OnlineEndpoint").update(first, { ...endpoint, keyGeneration: 6 });
  const less = await lab.of("OnlineEndpoint").update(second, { ...endpoint, keyGeneration: 3 });
  expect(regenerations()).toEqual(["Primary", "Secondary"]);
  const keys = [made, first, second, less].map(({ outs }) =>
    [outs["primaryKey"], outs["secondaryKey"]].map((key) => (key as { value: string }).value),
  );
  expect(keys[1]).toEqual([expect.not.stringMatching(keys[0]![0]!), keys[0]![1]]);
  expect(keys[2]).toEqual([keys[1]![0], expect.not.stringMatching(keys[0]![1]!)]);
  expect(keys[3]).toEqual(keys[2]);
});

test("taking over an endpoint only records keyGeneration", async () => {
  await lab.make("OnlineEndpoint", endpoint);
  await lab.make("OnlineEndpoint", { ...endpoint, keyGeneration: 7 });
  await lab.make("OnlineEndpoint", { ...endpoint, description: "ours", keyGeneration: 9, adopt: "always" });
  expect(regenerations()).toEqual([]);
});

test("a regeneration whose answer is lost is found by its key, not sent again", async () => {
  const made = await lab.make("OnlineEndpoint", endpoint);
  lab.sandbox.faults.push({ match: "POST .*regenerateKeys", drop: "after" });
  const rotated = await lab.of("OnlineEndpoint").update(made, { ...endpoint, keyGeneration: 1 });
  expect(regenerations()).toEqual(["Primary"]);
  expect(rotated.outs["primaryKey"]).not.toEqual(made.outs["primaryKey"]);
});

test("a regeneration that may not have arrived is an error, and the next update makes up for it", async () => {
  const made = await lab.make("OnlineEndpoint", endpoint);
  lab.sandbox.faults.push({ match: "POST .*regenerateKeys", drop: "before" });
  const error = await errorOf(lab.of("OnlineEndpoint").update(made, { ...endpoint, keyGeneration: 1 }));
  expect(error.message).toMatch(/whether it did the work is not known/);
  expect(regenerations()).toEqual(["Primary"]);
  const rotated = await lab.of("OnlineEndpoint").update(made, { ...endpoint, keyGeneration: 1 });
  expect(rotated.outs["primaryKey"]).not.toEqual(made.outs["primaryKey"]);
}, 30_000);

test("a refusal before any work is waited out", async () => {
  const made = await lab.make("OnlineEndpoint", endpoint);
  lab.sandbox.faults.push(
    { match: "POST .*regenerateKeys", status: 429, retryAfter: 0 },
    {
      match: "POST .*regenerateKeys",
      status: 409,
      body: '{"error":{"code":"Conflict","message":"Another operation is in progress."}}',
    },
  );
  const rotated = await lab.of("OnlineEndpoint").update(made, { ...endpoint, keyGeneration: 1 });
  expect(rotated.outs["primaryKey"]).not.toEqual(made.outs["primaryKey"]);
  expect(regenerations()).toHaveLength(3);
});

test("an update that fails does not count the key as regenerated", async () => {
  const made = await lab.make("OnlineEndpoint", endpoint);
  lab.sandbox.faults.push({
    match: "PUT .*onlineEndpoints/serve",
    outcome: { status: "Failed", error: { code: "Quota", message: "none left" } },
  });
  const error = await errorOf(
    lab.of("OnlineEndpoint").update(made, { ...endpoint, description: "other", keyGeneration: 1 }),
  );
  expect(error.message).toMatch(/ended as Failed: \[Quota\] none left/);
  expect(error.properties).toBeUndefined();
  await lab.of("OnlineEndpoint").update(made, { ...endpoint, description: "other", keyGeneration: 1 });
  expect(regenerations()).toEqual(["Primary"]);
});

test("keys that cannot be read leave the endpoint in the state", async () => {
  lab.sandbox.faults.push({ match: "POST .*listKeys", status: 403 });
  const error = await errorOf(lab.make("OnlineEndpoint", endpoint));
  expect(error.reasons).toEqual([expect.stringMatching(/POST .*listKeys answered 403/)]);
  expect(error.properties).toMatchObject({ name: "serve", provisioningState: "Succeeded" });
});

test("keys are secret, and only an endpoint with the authMode Key has any", async () => {
  const made = await lab.make("OnlineEndpoint", endpoint);
  expect(Object.keys(made.outs["primaryKey"] as object)).toContain("4dabf18193072939515e22adb298388d");
  const other = await lab.of("OnlineEndpoint").update(made, { ...endpoint, authMode: "AADToken" });
  expect(other.outs).not.toHaveProperty("primaryKey");
});
