import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { Stack } from "./stack";

/** Whatever a resource throws or gives, a run ends, and says what happened. */
jest.setTimeout(60_000);

const happenings = [
  "throws undefined",
  "throws null",
  "throws text",
  "throws an object",
  "fails with odd values",
  "gives odd values",
];

let stack: Stack;
beforeAll(async () => {
  stack = await new Stack().init();
  const folder = join(stack.folder, "node_modules", "mlplane");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "mlplane", exports: { ".": "./thing.js", "./runtime": "./thing.js" } }),
  );
  buildSync({
    entryPoints: [join(__dirname, "thing.ts")],
    outfile: join(folder, "thing.js"),
    bundle: true,
    platform: "node",
    external: ["@pulumi/pulumi", "undici"],
  });
});
afterAll(() => stack?.stop());

test("a create that throws or gives anything ends with a message, and the state is clean", async () => {
  stack.program(`for (const does of ${JSON.stringify(happenings)}) new mlplane.Thing(does, { does });`);
  const run = await stack.up("--continue-on-error");
  expect(run.status).toBe(1);
  expect(run.text).toContain("only a text");
  expect(run.text).toContain("an object's message");
  expect(run.text).toContain("half done");
  for (const does of happenings.slice(0, 5))
    expect(run.text).toMatch(new RegExp(`test:Thing \\(${does}\\):\\n +error: \\S`));
  expect(run.text).not.toMatch(/Unexpected struct type|undefined \(reading|error: undefined|object Object/);
  const state = await stack.byName();
  expect([...state.keys()].sort()).toEqual(["fails with odd values", "gives odd values"]);
  for (const resource of state.values()) {
    expect(resource.outputs!["odd"]).toEqual({
      nothing: null,
      date: "1970-01-01T00:00:00.000Z",
      bytes: expect.anything(),
      notANumber: null,
      large: "1",
      deep: [null, {}],
    });
  }
});

test("a delete that throws nothing ends as well, and a bug shows where it is", async () => {
  const run = await stack.destroy("--continue-on-error");
  expect(run.status).toBe(1);
  expect(run.text).toMatch(/test:Thing \(gives odd values\):\n +error: unknown error/);
  expect(run.text).toMatch(/TypeError: a bug\n +at .*thing\.js/);
});
