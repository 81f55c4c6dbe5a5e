import { cpSync } from "node:fs";
import { setInterval as every } from "node:timers/promises";
import { startSandbox, type Sandbox } from "../../sandbox";
import { dialects, inFull, speaking } from "./dialects";
import { Stack } from "./stack";

describe.each(dialects)("%s", (_form, dialect) => {
  const sampled = inFull(dialect);

  let sandbox: Sandbox;
  let stack: Stack;
  beforeEach(async () => {
    sandbox = await startSandbox({ ...speaking(dialect), behaviour: { polls: 1 } });
    stack = new Stack(sandbox.environment);
  });
  afterEach(async () => {
    stack.stop();
    await sandbox.close();
  });

  const storage = (name: string): string =>
    `/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.Storage/${name}`;

  /** A program with an endpoint, deployments with these arguments, and this traffic. */
  const program = (deployments: Record<string, object>, traffic: Record<string, number>, more: object = {}): string => `
  const workspace = new mlplane.ml.Workspace("lab", { location: "eastus", storageAccount: "${storage("a")}", keyVault: "${storage("b")}", applicationInsights: "${storage("c")}", onDelete: "purge" }).name;
  const fraud = new mlplane.ml.Model("fraud", { workspace, version: ${"version" in more ? Number(more.version) : 1}, path: "models/fraud" });
  const endpoint = new mlplane.ml.OnlineEndpoint("serve", { workspace, compute: "/cpu", keyGeneration: ${"keyGeneration" in more ? Number(more.keyGeneration) : 0} });
  const one = (name, args) => new mlplane.ml.OnlineDeployment(name, { workspace, endpoint: endpoint.name, model: fraud.resourceId, instanceType: "Standard_DS3_v2", instanceCount: 1, ...args });
  const deployments = Object.fromEntries(Object.entries(${JSON.stringify(deployments)}).map(([name, args]) => [name, one(name, args)]));
  const traffic = ${"map" in more} ? ${JSON.stringify(traffic)} : Object.entries(${JSON.stringify(traffic)}).map(([name, percent]) => ({ deployment: deployments[name].name, percent }));
  new mlplane.ml.EndpointTraffic("serve", { workspace, endpoint: endpoint.name, traffic, smokeTest: { request: { data: [[1]] }, samples: 5, maxP95Ms: 60_000 } }, { dependsOn: ${"free" in more} ? [] : Object.values(deployments) });
  exports.scoringUri = endpoint.scoringUri;
  exports.key = endpoint.primaryKey;
`;

  const up = (): Promise<unknown> => stack.ok("up", "--yes", "--skip-preview");

  /** The shares that were written to the endpoint so far, one after another. */
  const splits = (): unknown[] =>
    sandbox.requests
      .filter(({ method, path }) => method === "PUT" && path.endsWith("/onlineEndpoints/serve"))
      .flatMap(({ body }) => (body as { properties: { traffic?: object } }).properties.traffic ?? []);

  /** The writes below the workspace, without those of the endpoint itself. */
  const writes = (): string[] =>
    sandbox.requests
      .filter(({ method, path }) => ["PUT", "DELETE"].includes(method) && !path.endsWith("/serve"))
      .map(
        ({ method, path }) =>
          `${method} ${path
            .replace(/models\/(\w+)\/versions\/(\d+)$/, "models/$1:$2")
            .split("/")
            .at(-1)}`,
      );

  /** Scores all the while, as a client would; `stop` gives the answers that were no success, and who answered. */
  async function client(): Promise<{ stop(): Promise<{ failed: unknown[]; by: string[] }> }> {
    const [scoringUri, key] = [await stack.output("scoringUri"), await stack.output("key")] as [string, string];
    const stopped = new AbortController();
    const answers: { status: number; by: string | null }[] = [];
    const done = (async () => {
      for await (const _ of every(25)) {
        if (stopped.signal.aborted) return;
        const answer = await fetch(scoringUri, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: '{"data":[[1,2]]}',
        });
        answers.push({ status: answer.status, by: answer.headers.get("azureml-model-deployment") });
        await answer.arrayBuffer();
      }
    })();
    return {
      async stop() {
        stopped.abort();
        await done;
        return {
          failed: answers.filter(({ status }) => status !== 200).slice(0, 3),
          by: [...new Set(answers.map(({ by }) => String(by)))].sort(),
        };
      },
    };
  }

  test("examples/blue-green: up, scored, the traffic moved by one setting, destroyed", async () => {
    cpSync("examples/blue-green", stack.folder, { recursive: true });
    await stack.init();
    const first = await stack.ok("up", "--yes", "--skip-preview");
    expect(first.text).toMatch(/prediction: 6/);
    await stack.settled();
    const customer = await client();
    await stack.configure({ newShare: "100" });
    await up();
    expect(await customer.stop()).toEqual({ failed: [], by: ["blue", "green"] });
    await stack.settled();
    await stack.ok("destroy", "--yes", "--skip-preview");
    expect(await stack.resources()).toEqual([]);
  }, 300_000);

  sampled(
    "90/10, then 0/100, then without the old one: three edits, three ups, and a client that sees no failed request",
    async () => {
      await stack.program(program({ blue: {}, green: {} }, { blue: 90, green: 10 })).init();
      await up();
      const customer = await client();
      stack.program(program({ blue: {}, green: {} }, { blue: 0, green: 100 }));
      await up();
      stack.program(program({ green: {} }, { green: 100 }));
      await up();
      expect(await customer.stop()).toEqual({ failed: [], by: ["blue", "green"] });
      expect(splits()).toEqual([{ blue: 90, green: 10 }, { green: 100 }]);
      await stack.settled();
    },
    300_000,
  );

  test(
    "a deployment that is replaced loses its share first and gets it back in the same run, or in the next one when " +
      "that fails; no request fails",
    async () => {
      await stack.program(program({ blue: {}, green: {} }, { blue: 90, green: 10 })).init();
      await up();
      const customer = await client();
      sandbox.requests.length = 0;
      stack.program(program({ blue: { instanceType: "Standard_F4s_v2" }, green: {} }, { blue: 90, green: 10 }));
      const steps = await stack.steps();
      expect(
        steps
          .filter(({ op }) => op === "replace")
          .map(({ urn }) =>
            urn
              .split("::")
              .slice(2)
              .join(" ")
              .replace(/.*\/ml:/, ""),
          ),
      ).toEqual(["OnlineDeployment blue", "EndpointTraffic serve"]);
      await up();
      expect(splits()).toEqual([{ green: 100 }, { blue: 90, green: 10 }]);
      expect(writes()).toEqual(["DELETE blue", "PUT blue"]);
      await stack.settled();

      sandbox.requests.length = 0;
      sandbox.faults.push({
        match: "PUT .*deployments/blue",
        outcome: {
          status: "Failed",
          error: {
            code: "UserError",
            message: "no image",
            details: [{ code: "ImageBuildFailure", message: "conda solve failed", details: [] }],
          },
        },
      });
      stack.program(program({ blue: {}, green: {} }, { blue: 90, green: 10 }));
      const failed = await stack.up();
      expect(failed.status).toBe(1);
      expect(failed.text).toMatch(
        /\[ImageBuildFailure\] conda solve failed\s+The last lines of its inference-server:\s+Initialising the scoring script/,
      );
      await up();
      expect((await customer.stop()).failed).toEqual([]);
      expect(splits()).toEqual([{ green: 100 }, { blue: 90, green: 10 }]);
      await stack.settled();
    },
    300_000,
  );

  sampled(
    "deployments that a map names get their shares back in the same run as well",
    async () => {
      const both = (instanceType: string) => ({ blue: { instanceType }, green: { instanceType }, grey: {} });
      await stack.program(program(both("Standard_DS3_v2"), { blue: 60, green: 20, grey: 20 }, { map: true })).init();
      await up();
      const customer = await client();
      stack.program(program(both("Standard_F4s_v2"), { blue: 60, green: 20, grey: 20 }, { map: true }));
      await up();
      expect((await customer.stop()).failed).toEqual([]);
      expect(splits().at(-1)).toEqual({ blue: 60, green: 20, grey: 20 });
      await stack.settled();
    },
    300_000,
  );

  sampled.each([
    ["before the traffic is compared", ""],
    ["after it", "free"],
  ])(
    "a replacement that failed gets its share back from the next up, where a map names it: created %s",
    async (_, order) => {
      const shares = { blue: 50, green: 50 };
      await stack.program(program({ blue: {}, green: {} }, shares, { map: true })).init();
      await up();
      const more = { map: true, ...(order === "free" && { free: true }) };
      sandbox.faults.push({ match: "PUT .*deployments/blue$", status: 400, times: 1 });
      stack.program(program({ blue: { instanceType: "Standard_F4s_v2" }, green: {} }, shares, more));
      expect((await stack.up()).status).toBe(1);
      expect(splits().at(-1)).toEqual({ green: 100 });
      await up();
      expect(splits().at(-1)).toEqual(shares);
      await stack.settled();

      sandbox.faults.push({ match: "PUT .*deployments/blue$", outcome: { status: "Failed" } });
      stack.program(program({ blue: { instanceType: "Standard_F8s_v2" }, green: {} }, shares, more));
      expect((await stack.up()).status).toBe(1);
      expect(splits().at(-1)).toEqual({ green: 100 });
      await up();
      expect(splits().at(-1)).toEqual(shares);
      await stack.settled();
    },
    300_000,
  );

  sampled(
    "a deployment that fails the smoke test gains no traffic, and the error tells what was measured",
    async () => {
      await stack.program(program({ blue: {} }, { blue: 100 })).init();
      await up();
      stack.program(
        program({ blue: {}, green: { environmentVariables: { SCORE_FAIL: "100" } } }, { blue: 50, green: 50 }),
      );
      const failed = await stack.up();
      expect(failed.status).toBe(1);
      expect(failed.text).toMatch(
        /the smoke test of green failed: 0 of 5 requests succeeded \(0 %, at least 99 % are needed\)/,
      );
      expect(failed.text).not.toMatch(/^\s+at .*\.js:/m);
      expect(splits()).toEqual([{ blue: 100 }]);
      stack.program(program({ blue: {}, green: {} }, { blue: 50, green: 50 }));
      await up();
      expect(splits()).toEqual([{ blue: 100 }, { blue: 50, green: 50 }]);
    },
    300_000,
  );

  sampled(
    "the next version of a model is registered, then served, and only then the old one is deleted; keys are " +
      "rotated by keyGeneration and encrypted in the state",
    async () => {
      await stack.program(program({ blue: {} }, { blue: 100 })).init();
      await up();
      const before = String(await stack.output("key"));
      sandbox.requests.length = 0;
      stack.program(program({ blue: {} }, { blue: 100 }, { version: 2, keyGeneration: 1 }));
      expect((await stack.steps()).map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`)).toEqual(
        expect.arrayContaining(["update blue", "replace fraud", "update serve"]),
      );
      await up();
      expect(writes()).toEqual(["PUT fraud:2", "PUT blue", "DELETE fraud:1"]);
      const after = String(await stack.output("key"));
      expect(after).not.toBe(before);
      for (const key of [before, after]) expect(stack.stateText()).not.toContain(key);
      await stack.ok("up", "--yes", "--skip-preview", "--replace", "**fraud");
      await stack.settled();
    },
    300_000,
  );
});
