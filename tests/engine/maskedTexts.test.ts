import { generateKeyPairSync } from "node:crypto";
import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { lab, workspaceId } from "./lab";
import type { Run, Stack } from "./stack";
import { staged } from "./staged";

/** What services tell, and what of it reaches the console and the state: whole texts, without what is secret. */
jest.setTimeout(200_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made));

const { privateKey } = generateKeyPairSync("ed25519", {
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const pem = privateKey.toString();

/** The lines of a key that nobody else writes. */
const linesOf = (key: string): string[] => key.split("\n").filter((line) => line !== "" && !line.startsWith("-----"));

const program = (more = ""): Stack =>
  stack.program(`
    const workspace = new mlplane.ml.Workspace("lab", ${JSON.stringify(lab)}).name;
    const endpoint = new mlplane.ml.OnlineEndpoint("serve", { workspace, compute: "/cpu" }).name;
    const model = new mlplane.ml.Model("fraud", { workspace, version: 1, path: "models/fraud" }).resourceId;
    const deploy = (more) => new mlplane.ml.OnlineDeployment("blue", { workspace, endpoint, model, instanceType: "Standard_DS3_v2", instanceCount: 1, ...more });
    ${more}
  `);

const tellsNone = (run: Run, secrets: readonly string[]): void => {
  for (const secret of secrets) {
    expect(run.text).not.toContain(secret);
    expect(stack.stateText()).not.toContain(secret);
  }
};

test("a key in the log of a deployment that failed reaches neither the console nor the state, however it is written", async () => {
  const key = pem.trim().split("\n");
  const forms = [
    key.map((line) => `    ${line}`).join("\n"),
    key.join("\\n"),
    `${"x".repeat(950)} ${key.join(" ")}`,
    Buffer.from(pem).toString("base64"),
  ];
  sandbox.faults.push(
    {
      match: "PUT .*/deployments/blue$",
      outcome: { status: "Failed", error: { code: "Crashed", message: "The container has ended." } },
    },
    {
      match: "POST .*/deployments/blue/getLogs",
      status: 200,
      body: JSON.stringify({ content: `TypeError: no such key:\n${forms.join("\n")}\n` }),
      times: 10,
    },
  );
  const run = await program(
    `deploy({ environmentVariables: { SIGNING_KEY: pulumi.secret(${JSON.stringify(pem)}) } });`,
  ).up();
  expect([run.status, run.text]).toEqual([1, expect.stringContaining("TypeError: no such key:")]);
  tellsNone(run, [...linesOf(pem), Buffer.from(pem).toString("base64").slice(0, 60)]);
});

test("keys that the package has fetched itself are masked, in whatever repeats them", async () => {
  sandbox.faults.length = 0;
  await program("deploy({});").ok("up", "--yes", "--skip-preview");
  const endpoint = `${workspaceId("lab")}/onlineEndpoints/serve`;
  const keys = (await outside(sandbox).send("POST", `${endpoint}/listKeys`)) as { primaryKey: string };
  const message = `Nobody may route with the key ${keys.primaryKey}, at all.`;
  const error = { error: { code: "Forbidden", message } };
  sandbox.faults.push({ match: "PUT .*/onlineEndpoints/serve$", status: 400, body: JSON.stringify(error), times: 100 });
  const smokeTest = { request: { data: [[1]] }, samples: 1, maxP95Ms: 60_000 };
  const traffic = `new mlplane.ml.EndpointTraffic("traffic", { workspace, endpoint, traffic: { blue: 100 }, smokeTest: ${JSON.stringify(smokeTest)} }, { dependsOn: deploy({}) });`;
  const run = await program(traffic).up();
  expect([run.status, run.text]).toEqual([1, expect.stringContaining("route with the key [secret], at all.")]);
  tellsNone(run, [keys.primaryKey]);
  sandbox.faults.length = 0;
  await stack.ok("up", "--yes", "--skip-preview");
});

test("a stream that ends with an error ends the program, and tells what came before it", async () => {
  const chat = `
    const model = new mlplane.local.LoadedModel("chat", { model: new mlplane.local.CachedModel("tiny-chat-generic-cpu:3").name }).model;`;
  await stack.program(chat).ok("up", "--yes", "--skip-preview");
  sandbox.behaviour.chatErrorAfterChunks = 2;
  const run = await stack
    .program(
      `${chat}
    (async () => {
      for await (const { choices } of mlplane.local.streamChatCompletion({ model: "tiny-chat-generic-cpu:3", messages: [{ role: "user", content: "Hello there" }] }))
        console.log("chunk", choices[0].delta.content);
    })();`,
    )
    .up();
  expect(run.status).toBe(1);
  expect(run.text).toMatch(/chunk You/);
  expect(run.text).toContain("answered 200: the answer broke off with an error: Inference failed.");
  sandbox.behaviour.chatErrorAfterChunks = undefined;
  await stack.program(chat).ok("up", "--yes", "--skip-preview");
});
