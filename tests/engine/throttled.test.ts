import type { LoggedRequest, Sandbox } from "../../sandbox";
import type { Stack } from "./stack";
import { staged } from "./staged";

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 1, mlRequestsPerSecond: 10 }, (...made) => ([stack, sandbox] = made));

/**
 * Requests that came between an answer 429 and the end of its `Retry-After` of one second, not counting those that were
 * on their way already.
 */
function early(requests: LoggedRequest[]): string[] {
  const management = requests.filter(({ path }) => path.startsWith("/subscriptions") || path.startsWith("/modelm"));
  const refusals = management.filter(({ status }) => status === 429);
  return management
    .filter(
      ({ at, status }) =>
        status !== 429 && refusals.some((refusal) => at > refusal.at + ON_ITS_WAY && at < refusal.at + 950),
    )
    .map(({ method, path, at }) => `${at} ${method} ${path}`);
}
/** Milliseconds that an answer takes at most, also on a busy machine. */
const ON_ITS_WAY = 400;

test(
  "40 resources over one workspace come up against 10 requests per second, without an error and without a " +
    "request before a Retry-After has passed",
  async () => {
    stack.program(`
    const workspace = new mlplane.ml.Workspace("lab", { location: "eastus", storageAccount: "/s", keyVault: "/k", applicationInsights: "/a", onDelete: "purge" }).name;
    for (let i = 1; i < 13; i++) {
      new mlplane.ml.Model("model-" + i, { workspace, version: 1, path: "models/" + i });
      new mlplane.ml.Job("job-" + i, { workspace, jobType: "Command", compute: "/cpu", command: "train", environment: "/env" });
      new mlplane.ml.Compute("cpu-" + i, { workspace, computeType: "AKS", vmSize: "STANDARD_DS3_V2" });
    }
    const model = new mlplane.ml.Model("served", { workspace, version: 1, path: "models/served" });
    const endpoint = new mlplane.ml.OnlineEndpoint("serve", { workspace, compute: "/cpu" });
    new mlplane.ml.OnlineDeployment("blue", { workspace, endpoint: endpoint.name, model: model.resourceId, instanceType: "Standard_DS3_v2", instanceCount: 1 });
  `);
    const { text } = await stack.ok("up", "--yes", "--skip-preview");
    expect(text).toMatch(/\+ 41 created/);
    const refused = sandbox.requests.filter(({ status }) => status === 429);
    expect(early(sandbox.requests)).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(10);
    await stack.ok("destroy", "--yes", "--skip-preview");
  },
  300_000,
);
