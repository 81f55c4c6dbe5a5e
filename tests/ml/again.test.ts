import type { Fault } from "../../sandbox";
import { deployment, endpoint, Lab, W, workspace, type Json } from "./lab";

/** An update of what is gone goes through the create of its own class, with all that this waits for and adds. */

let lab: Lab;
beforeEach(async () => {
  lab = await Lab.start();
});
afterEach(() => lab.close());

/** The next PUT of a resource is refused. */
const refusal = (place: string, status: number, message: string): Fault => ({
  match: `^PUT .*/${place}$`,
  status,
  body: JSON.stringify({ error: { code: "Taken", message } }),
});

/** What the engine compared before an update, which a create that waits for a name looks at. */
const compared = (subject: Json, kept: Json, news: object): void => {
  void subject.verbs.diff(kept.id, kept.outs, news);
};

test("an endpoint: it waits until its name is free, and has the keys of the new one", async () => {
  const subject = lab.of("OnlineEndpoint");
  const made = await subject.create(endpoint);
  await lab.service.send("DELETE", made.id);
  compared(subject, made, { ...endpoint, tags: { a: "1" } });
  lab.sandbox.faults.push(refusal("onlineEndpoints/serve", 400, "There is already an endpoint with this name"));
  const { outs } = await subject.update(made, { ...endpoint, tags: { a: "1" } });
  const live = (await lab.service.send("POST", `${made.id}/listKeys`)) as Json;
  expect(outs["primaryKey"]).toMatchObject({ value: live.primaryKey });
  expect(outs).toMatchObject({ tags: { a: "1" } });
  expect(lab.sent(/^PUT .*onlineEndpoints\/serve$/)).toHaveLength(3);
});

test("a deployment: in the turn of its endpoint, which is written by one at a time", async () => {
  await lab.serve({ blue: {} });
  const subject = lab.of("OnlineDeployment");
  const inputs = { ...deployment, environmentVariables: {} };
  const kept = (await subject.get(`${W}/onlineEndpoints/serve/deployments/blue`))!;
  await lab.service.send("DELETE", kept.id);
  const updated = await subject.update(kept, { ...inputs, instanceCount: 2 });
  expect(updated.outs).toMatchObject({ instanceCount: 2, provisioningState: "Succeeded" });
});

test("a workspace whose name is kept by its service for a while", async () => {
  const subject = lab.of("Workspace");
  const news = { ...workspace, name: "other", tags: { a: "1" } };
  const made = await subject.create({ ...workspace, name: "other" });
  await lab.service.send("DELETE", `${made.id}?forceToPurge=true`);
  compared(subject, made, news);
  lab.sandbox.faults.push(refusal("workspaces/other", 409, "The name is retained by a deleted workspace"));
  const { outs } = await subject.update(made, news);
  expect(outs).toMatchObject({ tags: { a: "1" }, provisioningState: "Succeeded" });
});

test("a job is not run again", async () => {
  const subject = lab.of("Job");
  const job = {
    name: "train",
    workspace: "lab",
    jobType: "Command",
    command: "true",
    compute: `${W}/computes/cpu`,
    environment: `${W}/environments/e`,
  };
  const made = await subject.create(job);
  await lab.service.send("DELETE", made.id);
  await expect(subject.update(made, { ...job, displayName: "Train" })).rejects.toThrow("a job is never run again");
  expect(lab.sent(/^PUT .*\/jobs\/train$/)).toHaveLength(1);
});
