import { freshSandbox } from "../freshSandbox";
import { Subject } from "../subject";
import type { Sandbox } from "../../sandbox";

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await freshSandbox()));
afterEach(() => sandbox.close());

const lab = { name: "lab", location: "East US", storageAccount: "/a/b", keyVault: "/a/b", applicationInsights: "/a/b" };
const named = { ...lab, resourceGroup: "sandbox", subscriptionId: "sandbox" };
const writes = (): string[] => sandbox.requests.filter(({ method }) => method !== "GET").map(({ method }) => method);

test("to say where a resource is, or to leave it to the configuration again, moves nothing and writes nothing", async () => {
  const subject = new Subject("ml:Workspace", sandbox);
  const kept = await subject.create(lab);
  sandbox.requests.length = 0;
  expect(await subject.plan(kept, named)).toBe("update");
  const explicit = await subject.update(kept, named);
  expect(await subject.plan(explicit, named)).toBe("same");
  expect(await subject.plan(explicit, { ...named, resourceGroup: "SANDBOX" })).toBe("same");
  expect(await subject.plan(explicit, lab)).toBe("update");
  const implicit = await subject.update(explicit, lab);
  expect(await subject.plan(implicit, lab)).toBe("same");
  expect(writes()).toEqual([]);

  expect(await subject.plan(implicit, { ...lab, resourceGroup: "other" })).toBe("replace");
  const elsewhere = new Subject("ml:Workspace", sandbox, { resourceGroup: "other" });
  expect(await elsewhere.plan(explicit, named)).toBe("same");
  expect(await elsewhere.plan(implicit, named)).toBe("update");
  expect(await elsewhere.plan(explicit, lab)).toBe("replace");
});

test("what is there already is taken over by a declaration that says where it is", async () => {
  const subject = new Subject("ml:Workspace", sandbox);
  const { id } = await subject.create(lab);
  expect((await subject.create(named)).id).toBe(id);
});
