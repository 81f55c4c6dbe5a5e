import { endpoint, errorOf, Lab, W, workspace } from "./lab";

let lab: Lab;
beforeEach(async () => void (lab = await Lab.start()));
afterEach(() => lab.close());

const cluster = {
  name: "cpu",
  workspace: "lab",
  computeType: "AmlCompute",
  vmSize: "STANDARD_DS3_V2",
  scaleSettings: { minNodeCount: 0, maxNodeCount: 4, nodeIdleTimeBeforeScaleDown: "PT10M" },
};
const deletions = () =>
  lab
    .sent(/DELETE/)
    .map(({ query }) => Object.fromEntries(Object.entries(query).filter(([key]) => key !== "api-version")));

describe("a name that the service keeps for a while after a delete", () => {
  const taken = {
    match: "PUT .*onlineEndpoints",
    status: 400,
    body:
      '{"error":{"code":"BadArgument","message":"There is already an endpoint with this name; it needs to be ' +
      'unique within a region."}}',
  };

  test("is waited for by the create that replaces", async () => {
    const made = await lab.make("OnlineEndpoint", endpoint);
    const next = { ...endpoint, compute: "/other" };
    expect(await lab.of("OnlineEndpoint").plan(made, next)).toBe("replace");
    await lab.of("OnlineEndpoint").delete(made);
    lab.sandbox.faults.push({ ...taken, times: 2 });
    await lab.make("OnlineEndpoint", next);
    expect(lab.sent(/PUT .*onlineEndpoints/).map(({ status }) => status)).toEqual([201, 400, 400, 201]);
  });

  test("is an error at once for a new endpoint", async () => {
    lab.sandbox.faults.push(taken);
    await expect(lab.make("OnlineEndpoint", endpoint)).rejects.toThrow(/unique within a region/);
  });

  test("of a purged workspace is waited for by the create that replaces", async () => {
    const inputs = { ...workspace, name: "ws-one" };
    const made = await lab.make("Workspace", inputs);
    await lab.of("Workspace").plan(made, { ...inputs, location: "West US" });
    await lab.of("Workspace").delete(made);
    lab.sandbox.faults.push({
      match: "PUT .*ws-one",
      status: 409,
      body: '{"error":{"code":"Conflict","message":"The deleted workspace is retained."}}',
    });
    await lab.make("Workspace", { ...inputs, location: "West US" });
  });
});

describe("Workspace", () => {
  test("a soft delete keeps the name, and a create that meets it says what to do", async () => {
    const soft = { ...workspace, name: "soft-ws", onDelete: "softDelete" };
    const made = await lab.make("Workspace", soft);
    await lab.of("Workspace").delete(made);
    expect(deletions()).toEqual([{}]);
    const error = await errorOf(lab.make("Workspace", soft));
    expect(error.message).toMatch(
      /answered 409 Conflict: A deleted workspace with the same name is retained.*\nA soft delete keeps the name for a while\. .*`onDelete: "purge"`/s,
    );
  });

  test("a purge sets the name free", async () => {
    const purged = { ...workspace, name: "pure-ws" };
    await lab.of("Workspace").delete(await lab.make("Workspace", purged));
    expect(deletions()).toEqual([{ forceToPurge: "true" }]);
    await lab.make("Workspace", purged);
  });

  test("a new onDelete counts once it is stored", async () => {
    const made = await lab.make("Workspace", { ...workspace, name: "pure-ws", onDelete: "softDelete" });
    const changed = await lab.of("Workspace").update(made, { ...workspace, name: "pure-ws" });
    await lab.of("Workspace").delete(changed);
    expect(deletions()).toEqual([{ forceToPurge: "true" }]);
    expect(lab.sent(/PUT .*pure-ws/)).toHaveLength(1);
  });
});

describe("Compute", () => {
  test.each([
    ["AmlCompute", undefined, "Delete"],
    ["ComputeInstance", undefined, "Delete"],
    ["AKS", undefined, "Detach"],
    ["AKS", "Delete", "Delete"],
    ["AmlCompute", "Detach", "Detach"],
  ])("a delete of %s declared as %s asks to %s", async (computeType, onDelete, action) => {
    await lab
      .of("Compute")
      .delete(await lab.make("Compute", { ...cluster, computeType, ...(onDelete !== undefined && { onDelete }) }));
    expect(deletions()).toEqual([{ underlyingResourceAction: action }]);
  });

  test("the wire form: what is particular about a kind of compute stands in the inner properties", async () => {
    await lab.make("Compute", {
      ...cluster,
      location: "East US",
      description: "nightly",
      tags: { a: "1" },
      vmPriority: "LowPriority",
    });
    expect(lab.sent(/PUT .*computes/)[0]!.body).toEqual({
      location: "East US",
      tags: { a: "1" },
      properties: {
        computeType: "AmlCompute",
        description: "nightly",
        properties: { vmSize: cluster.vmSize, vmPriority: "LowPriority", scaleSettings: cluster.scaleSettings },
      },
    });
  });

  test("a failed compute tells its provisioning errors once, stays in the state, and is mended by a PUT", async () => {
    lab.sandbox.faults.push({
      match: "PUT .*computes/cpu",
      outcome: {
        status: "Failed",
        error: { code: "QuotaExceeded", message: "no cores left", details: [{ code: "DS3", message: "4 of 4" }] },
      },
    });
    const error = await errorOf(lab.make("Compute", cluster));
    expect(error.reasons).toEqual([
      `creating ${W}/computes/cpu ended as Failed: [QuotaExceeded] no cores left; [DS3] 4 of 4`,
    ]);
    const outs = { ...error.properties, __provider: "text" };
    expect(await lab.of("Compute").plan({ id: `${W}/computes/cpu`, inputs: outs, outs }, cluster)).toBe("update");
    const mended = await lab.of("Compute").update({ id: `${W}/computes/cpu`, inputs: outs, outs }, cluster);
    expect(mended.outs["provisioningState"]).toBe("Succeeded");
  });

  test("provisioning errors that the operation does not tell are told as well", async () => {
    lab.sandbox.faults.push({
      match: "PUT .*computes/cpu",
      outcome: { status: "Failed", error: { code: "QuotaExceeded", message: "no cores left" } },
    });
    lab.sandbox.faults.push({
      match: "GET .*operationsStatus",
      status: 200,
      body: '{"status":"Failed","error":{"code":"Failed","message":"see the compute"}}',
    });
    const error = await errorOf(lab.make("Compute", cluster));
    expect(error.reasons![0]).toMatch(/\[Failed\] see the compute; \[QuotaExceeded\] no cores left$/);
  });

  test("a refresh while an operation runs finds no drift in what the record does not show yet", async () => {
    const made = await lab.make("Compute", cluster);
    lab.sandbox.faults.push({
      match: "GET .*computes/cpu",
      status: 200,
      body: JSON.stringify({ name: "cpu", properties: { computeType: "AmlCompute", provisioningState: "Updating" } }),
    });
    expect((await lab.of("Compute").read(made))!.inputs).toMatchObject({
      vmSize: cluster.vmSize,
      scaleSettings: cluster.scaleSettings,
    });
  });

  test("node counts, which change by themselves, are neither compared nor sent back", async () => {
    const made = await lab.make("Compute", cluster);
    await fetch(`${lab.sandbox.url}/_sandbox/clock`, { method: "POST", body: '{"advanceSeconds":120}' });
    expect((await lab.of("Compute").read(made))!.inputs).toMatchObject(cluster);
    await lab.of("Compute").update(made, { ...cluster, tags: { a: "1" } });
    expect(JSON.stringify(lab.sent(/PUT .*computes/)[1]!.body)).not.toMatch(
      /currentNodeCount|allocationState|provisioningErrors/,
    );
  });
});

describe("Model", () => {
  const fraud = { name: "fraud", workspace: "lab", version: 1, path: "models/fraud/1" };

  test("a delete does not remove what the same run has created under the same id", async () => {
    const old = await lab.make("Model", fraud);
    const again = await lab.make("Model", fraud);
    await lab.of("Model").delete(old);
    expect(await lab.of("Model").read(again)).toBeDefined();
    await lab.of("Model").delete(again);
    expect(await lab.of("Model").read(again)).toBeUndefined();
  });

  test("two versions of a model stand side by side until the old one is deleted", async () => {
    const old = await lab.make("Model", fraud);
    const next = await lab.make("Model", { ...fraud, version: 2, path: "models/fraud/2" });
    await lab.of("Model").delete(old);
    expect(next.id).toBe(`${W}/models/fraud:2`);
    expect((await lab.of("Model").read(next))!.outs["resourceId"]).toBe(`${W}/models/fraud/versions/2`);
  });

  test("a model read by its id alone has its resourceId", async () => {
    const { id } = await lab.make("Model", fraud);
    expect((await lab.of("Model").get(id))!.outs["resourceId"]).toBe(`${W}/models/fraud/versions/1`);
  });
});

test("a name that no URL can hold is a mistake in the preview, also one that names the place of the resource", async () => {
  const broken = { workspace: "\ud800", compute: "/computes/a", name: "serve", location: "eastus" };
  await expect(lab.of("OnlineEndpoint").mistakes(broken)).resolves.toEqual([
    "workspace: is not text that can be part of a URL",
  ]);
});
