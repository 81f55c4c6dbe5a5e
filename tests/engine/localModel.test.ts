import { cpSync } from "node:fs";
import { startSandbox, type Behaviour, type Sandbox } from "../../sandbox";
import { Stack } from "./stack";

let sandbox: Sandbox;
let stack: Stack;
afterEach(async () => {
  stack?.stop();
  await sandbox?.close();
});

const start = async (behaviour: Partial<Behaviour> = {}): Promise<void> => {
  sandbox = await startSandbox({ behaviour });
  stack = new Stack(sandbox.environment);
};

const model = "tiny-chat-generic-cpu:3";
const sent = (path: string): number => sandbox.requests.filter((request) => request.path.startsWith(path)).length;
const ask = async (path: string): Promise<unknown> => (await fetch(sandbox.url + path)).json();

test("examples/local-model: cached, loaded and asked; loaded and asked again after its time is over", async () => {
  await start();
  cpSync("examples/local-model", stack.folder, { recursive: true });
  await stack.init();
  expect((await stack.preview()).text).toMatch(/answer: \[unknown\]/);
  expect(sandbox.requests).toEqual([]);

  const first = await stack.ok("up", "--yes", "--skip-preview");
  expect(first.text).toMatch(
    /answer: "The Borealis lamp is green\."[\s+]+model : "tiny-chat-generic-cpu:3"[\s+]+sizeMb: 812[\s+]+tokens: \d+/,
  );
  await stack.settled();

  await fetch(`${sandbox.url}/_sandbox/clock`, { method: "POST", body: JSON.stringify({ advanceSeconds: 3601 }) });
  expect((await stack.preview()).text).toMatch(/Model not loaded: .*\n.*`pulumi up --refresh`/);
  const again = await stack.ok("up", "--refresh", "--yes", "--skip-preview");
  expect(again.text).toMatch(/\+ 1 created[^]*2 unchanged/);
  expect(await ask("/compat/loadedmodels")).toEqual([model]);

  const gone = await stack.ok("destroy", "--yes", "--skip-preview");
  expect(gone.text).toContain(`the files of ${model} stay in local storage`);
  expect([await ask("/compat/loadedmodels"), await ask("/compat/models"), sent("/compat/download")]).toEqual([
    [],
    [model],
    1,
  ]);
}, 180_000);

test.each(["A", "B"] as const)(
  "a download shows its progress on the resource's line: form %s",
  async (downloadForm) => {
    await start({ downloadForm });
    await stack.program(`new mlplane.local.CachedModel(${JSON.stringify(model)});`).init();
    const { text } = await stack.ok("up", "--yes", "--skip-preview");
    expect(text).toMatch(
      /local:CachedModel tiny-chat-generic-cpu:3 .*downloading tiny-chat-generic-cpu:3 \(812 MB\): \d+ %/,
    );
  },
  60_000,
);

test("a failed download ends the run with the service's message, without a stack trace and without the token", async () => {
  await start();
  const args = {
    name: "gated-chat-cpu:1",
    uri: "hub://registry/gated-chat-cpu/1",
    providerType: "ModelHub",
    token: "hub-token-of-mine",
  };
  await stack.program(`new mlplane.local.CachedModel("gated", ${JSON.stringify(args)});`).init();
  const { status, text } = await stack.up();
  expect([status, text]).toEqual([
    1,
    expect.stringContaining(
      `POST /compat/download answered 200: the download failed: ${args.uri} needs a token that gives access to it`,
    ),
  ]);
  expect(text).not.toMatch(/^\s+at |hub-token-of-mine/m);
}, 60_000);

test("the GPU device is set before a model is loaded, follows an edit, and is set back in the end", async () => {
  await start();
  const program = (deviceId: number): string => `
    const gpu = new mlplane.local.GpuDevice("gpu", { deviceId: ${deviceId} });
    const files = new mlplane.local.CachedModel(${JSON.stringify(model)});
    new mlplane.local.LoadedModel("chat", { model: files.name }, { dependsOn: gpu });`;
  await stack.program(program(2)).init();
  await stack.ok("up", "--yes", "--skip-preview");
  const order = sandbox.requests.map(({ path }) => path).filter((path) => /\/(setgpudevice|load)\//.test(path));
  expect(order).toEqual(["/compat/setgpudevice/2", `/compat/load/${model}`]);
  await stack.program(program(3)).ok("up", "--yes", "--skip-preview");
  expect(await ask("/compat/getgpudevice")).toBe(3);
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(await ask("/compat/getgpudevice")).toBe(0);
}, 120_000);
