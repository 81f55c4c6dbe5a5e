import { startSandbox, type Sandbox } from "../../sandbox";
import { fields } from "./lab";
import { NativeStack } from "./native";

/** The plugin under the real engine. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: NativeStack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1 } });
  stack = (await new NativeStack(sandbox.environment).init()) as NativeStack;
});
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

const program = (more = ""): NativeStack =>
  stack.program(`
const index = resource("search:Index", "lamps", { fields: ${JSON.stringify(fields)} ${more}});
exports.etag = index.etag;`);

test("an index is planned, made, changed, read and removed", async () => {
  expect((await program().preview()).text).toMatch(/\+ +mlplane:search:Index +lamps +create/);
  expect(sandbox.requests).toEqual([]);
  await stack.ok("up", "--yes", "--skip-preview");
  await stack.ok("preview", "--expect-no-changes");
  await stack.settled();
  const [made] = await stack.resources();
  expect(made).toMatchObject({ id: "/indexes/lamps", outputs: { name: "lamps", etag: await stack.output("etag") } });
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(sandbox.requests.at(-1)).toMatchObject({ method: "DELETE", path: "/indexes/lamps" });
});
