import { errorOf, Lab, W } from "./lab";

let lab: Lab;
beforeEach(async () => void (lab = await Lab.start({ polls: 1 })));
afterEach(() => lab.close());

const id = `${W}/jobs/train`;
const job = {
  name: "train",
  workspace: "lab",
  jobType: "Command",
  compute: `${W}/computes/cpu`,
  command: "python train.py",
  environment: `${W}/environments/skl/versions/5`,
};
const waited = { ...job, waitForCompletion: true };

test("a job that is not waited for is only started", async () => {
  const { outs } = await lab.make("Job", job);
  expect(outs["status"]).not.toBe("Completed");
  expect(outs["endTime"]).toBeUndefined();
});

test("a job that is waited for is followed to its end", async () => {
  const { outs } = await lab.make("Job", waited);
  expect(outs).toMatchObject({ status: "Completed", startTime: expect.any(String), endTime: expect.any(String) });
});

test("a job that fails stays in the state with its status, fails every update, and is never run again", async () => {
  const failing = { ...waited, command: "exit 1" };
  const error = await errorOf(lab.make("Job", failing));
  expect(error.reasons).toEqual([`running ${id} ended as Failed`]);
  expect(error.properties).toMatchObject({ status: "Failed", command: "exit 1" });
  const kept = { id, inputs: error.properties!, outs: { ...error.properties, __provider: "text" } };
  expect(await lab.of("Job").plan(kept, failing)).toBe("update");
  await expect(lab.of("Job").update(kept, failing)).rejects.toThrow(/ended as Failed/);
  await expect(lab.of("Job").update(kept, { ...failing, tags: { a: "1" } })).rejects.toThrow(/ended as Failed/);
  await expect(lab.make("Job", failing)).rejects.toThrow(/differs|ended as Failed/);
  expect((await lab.live(id))["properties"]).toMatchObject({ status: "Failed", tags: { a: "1" } });
  expect(await lab.of("Job").plan(kept, { ...failing, command: "python train.py" })).toBe("replace");
  const kind = await lab.of("Job").update(kept, { ...job, command: "exit 1" });
  expect(await lab.of("Job").plan(kind, { ...job, command: "exit 1" })).toBe("same");
});

test("a job that is found is waited for, and not run again", async () => {
  await lab.make("Job", job);
  const { outs } = await lab.make("Job", waited);
  expect(outs["status"]).toBe("Completed");
  expect(lab.sent(/PUT .*jobs/)).toHaveLength(1);
});

test("one that does not end in time stays in the state, and the next update waits on", async () => {
  const slow = { ...waited, command: "sleep 60" };
  const error = await errorOf(lab.make("Job", { ...slow, __timeouts: { create: "1s" } }));
  expect(error.reasons).toEqual([expect.stringMatching(/did not end in time; its last state is Running/)]);
  await fetch(`${lab.sandbox.url}/_sandbox/clock`, { method: "POST", body: '{"advanceSeconds":120}' });
  const { outs } = await lab
    .of("Job")
    .update({ id, inputs: error.properties!, outs: { ...error.properties, __provider: "text" } }, slow);
  expect(outs["status"]).toBe("Completed");
});

describe("a job that is kept", () => {
  const kept = { ...job, onDelete: "keep" };

  test("stays when its resource goes, also while it runs", async () => {
    const made = await lab.make("Job", { ...kept, command: "sleep 600" });
    lab.sandbox.requests.length = 0;
    await lab.of("Job").delete(made);
    expect(lab.sandbox.requests).toEqual([]);
    expect((await lab.live(id))["properties"].status).not.toMatch(/cancel/i);
  });

  test("is told by the preview when its replacement would have its name", async () => {
    const { inputs } = await lab.make("Job", kept);
    const mistakes = async (change: object): Promise<string[]> =>
      lab.of("Job").mistakes({ ...kept, ...change }, inputs);
    expect(await mistakes({ command: "python other.py" })).toEqual([
      expect.stringMatching(/^name: must be another one, because the job that is replaced is kept/),
    ]);
    expect(await mistakes({ command: "python other.py", name: "train-2" })).toEqual([]);
    expect(await mistakes({ command: "python other.py", workspace: "other" })).toEqual([]);
    expect(await mistakes({ displayName: "Other", onDelete: "delete" })).toEqual([]);
  });
});

test("a job that runs is cancelled before it is deleted; one that has ended is not", async () => {
  const made = await lab.make("Job", { ...job, command: "sleep 600" });
  await lab.of("Job").delete(made);
  expect(
    lab.sandbox.requests
      .filter(({ method }) => ["POST", "DELETE"].includes(method))
      .map(({ method, path }) => `${method} ${path.replace(W, "")}`)
      .slice(-2),
  ).toEqual(["POST /jobs/train/cancel", "DELETE /jobs/train"]);
  const ended = await lab.make("Job", waited);
  lab.sandbox.requests.length = 0;
  await lab.of("Job").delete(ended);
  expect(lab.sent(/POST/)).toEqual([]);
});

test("a job that ends while it is being cancelled is deleted all the same", async () => {
  const made = await lab.make("Job", { ...job, command: "sleep 600" });
  lab.sandbox.faults.push({
    match: "POST .*cancel",
    status: 400,
    body: '{"error":{"code":"BadArgument","message":"The job has ended."}}',
  });
  lab.sandbox.faults.push({ match: "GET .*jobs/train", status: 200, body: '{"properties":{"status":"Running"}}' });
  await fetch(`${lab.sandbox.url}/_sandbox/clock`, { method: "POST", body: '{"advanceSeconds":900}' });
  await lab.live(id);
  await lab.live(id);
  await lab.of("Job").delete(made);
  expect(await lab.of("Job").read(made)).toBeUndefined();
});

test("an edit of tags or displayName is the only one that is written, and others' tags are kept", async () => {
  const made = await lab.make("Job", { ...waited, tags: { a: "1" } });
  await lab.service.edit(id, (record) => {
    record.properties.tags.others = "kept";
  });
  await lab.of("Job").update(made, { ...waited, displayName: "Train", tags: { b: "2" } });
  expect((await lab.live(id))["properties"]).toMatchObject({
    displayName: "Train",
    tags: { b: "2", others: "kept" },
    status: "Completed",
  });
  expect((await lab.live(id))["properties"].tags).not.toHaveProperty("a");
});
