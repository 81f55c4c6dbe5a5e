import { appendFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { mlplane } from "./command";
import { fields } from "./lab";
import { PythonStack } from "./python";

/** `mlplane import`, `plugin` and `doctor` in a project in Python. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: PythonStack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 0 } });
  stack = await new PythonStack(sandbox.environment).init();
  for (const name of ["lamps", "desks", "chairs"])
    await outside(sandbox).send("PUT", `/indexes/${name}`, { name, fields, description: "by hand" });
});
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

test("one resource, and all that a service lists, come with a program in Python that changes nothing", async () => {
  const one = await mlplane(stack, ["import", "search.Index", "lamps", "/indexes/lamps"]);
  expect(one).toMatchObject({ status: 0, stderr: "1 resource imported into stack dev.\n" });
  const all = await mlplane(stack, ["import", "--all", "--service", "search"]);
  expect(all).toMatchObject({ status: 0, stderr: "2 resources imported into stack dev; 1 was there already.\n" });
  expect(await mlplane(stack, ["import", "search.Index", "again", "/indexes/lamps"])).toMatchObject({
    status: 1,
    stderr: 'mlplane: /indexes/lamps is in the stack already, as search.Index "lamps"\n',
  });
  writeFileSync(join(stack.folder, "__main__.py"), one.stdout);
  appendFileSync(join(stack.folder, "__main__.py"), all.stdout);
  await stack.ok("preview", "--expect-no-changes", "--diff");
  await stack.settled();
});

test("what is not there is not imported", async () => {
  const { status, stderr } = await mlplane(stack, ["import", "search.Index", "no", "/indexes/no"]);
  expect([status, stderr]).toEqual([1, expect.stringContaining("search.Index /indexes/no does not exist")]);
  expect((await stack.resources()).length).toBe(3);
});

test("the doctor says whether the plugin is installed", async () => {
  expect((await mlplane(stack, ["doctor"])).stdout).toContain("✓ plugin: mlplane 0.1.0 is installed\n");
  const plugins = join(stack.folder, "home", "plugins");
  renameSync(join(plugins, "resource-mlplane-v0.1.0"), join(plugins, "resource-mlplane-v0.0.9"));
  expect((await mlplane(stack, ["doctor"])).stdout).toContain(
    "✗ plugin: installed as 0.0.9, not 0.1.0; run `mlplane plugin install`\n",
  );
  rmSync(plugins, { recursive: true });
  expect((await mlplane(stack, ["doctor"])).stdout).toContain(
    "✗ plugin: not installed; run `mlplane plugin install`\n",
  );
  expect(await mlplane(stack, ["plugin", "install"])).toMatchObject({
    status: 0,
    text: "the plugin mlplane 0.1.0 is installed\n",
  });
  const { stdout } = await mlplane(stack, ["plugin", "path"]);
  expect(stdout).toMatch(/\/node_modules\/mlplane\/dist\/plugin\/pulumi-resource-mlplane\n$/);
});
