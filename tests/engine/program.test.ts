import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../../sandbox";
import { fields } from "./lab";
import { home, Stack } from "./stack";
import { staged } from "./staged";

/** Programs as users write them: in TypeScript, checked against the installed declarations, and outside of Pulumi. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made));

/** A folder of the installed package with these files. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(home, "program-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Runs Node.js in a folder and gives what it printed. */
const node = (folder: string, ...args: string[]): Promise<{ status: number; text: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { cwd: folder, env: { ...process.env, ...sandbox.environment } },
      (error, stdout, stderr) => resolve({ status: error === null ? 0 : Number(error.code), text: stdout + stderr }),
    );
  });

const declarations = `
import * as pulumi from "@pulumi/pulumi";
import * as mlplane from "mlplane";
import { provider } from "mlplane/runtime";

const team: mlplane.Provider = new mlplane.Provider("team", { searchEndpoint: pulumi.output("https://search.example"), searchTier: "basic" });
const field: mlplane.search.IndexFieldArgs = { name: "title", type: "Edm.String", searchable: true };
const index = new mlplane.search.Index("products", { fields: [{ name: "id", type: "Edm.String", key: true }, field] }, { provider: team });
const source = new mlplane.search.KnowledgeSource("source", { kind: "searchIndex", searchIndexParameters: { searchIndexName: index.name } });
const names: pulumi.Output<string> = source.name;
const etag: pulumi.Output<string> = mlplane.search.Index.get("other", "/indexes/other").etag;
const hits = mlplane.search.searchDocumentsOutput({ index: index.name, search: "lamp" }, { provider: team, dependsOn: [source] });
const scores: pulumi.Output<(number | undefined)[]> = hits.value.apply((all) => all.map(({ score }) => score));
const split = { blue: 90, green: 10 };
new mlplane.ml.EndpointTraffic("traffic", { workspace: "lab", endpoint: "chat", traffic: split });
async function ask(): Promise<void> {
  const { answer, sources } = await mlplane.search.queryKnowledgeBase({ knowledgeBase: "base", query: "why?" }, { connection: { searchEndpoint: "https://search.example" } });
  for await (const chunk of mlplane.local.streamChatCompletion({ model: "tiny-chat", messages: [{ role: "user", content: answer }] })) console.log(chunk.choices[0]?.delta.content, sources[0]?.relevanceScore);
  try {
    await mlplane.local.getStatus();
  } catch (error) {
    if (error instanceof mlplane.ApiError) console.log(error.status, error.code, error.requestId);
  }
}

// @ts-expect-error -- a misspelt argument
new mlplane.search.Index("a", { feilds: [] });
// @ts-expect-error -- a missing argument
new mlplane.search.Index("a", {});
// @ts-expect-error -- a misspelt member of a nested argument
new mlplane.search.Index("a", { fields: [{ name: "id", type: "Edm.String", keey: true }] });
// @ts-expect-error -- a word that the service does not know
new mlplane.search.KnowledgeBase("a", { knowledgeSources: [], outputMode: "answer" });
// @ts-expect-error -- a value of another type
new mlplane.ml.OnlineDeployment("a", { workspace: "lab", endpoint: "chat", model: "m", instanceType: "s", instanceCount: "1" });
// @ts-expect-error -- an output of another type
new mlplane.local.LoadedModel("a", { model: index.fields });
// @ts-expect-error -- a misspelt output
export const misspelt = index.nmae;
// @ts-expect-error -- a misspelt configuration key
new mlplane.Provider("a", { searchEndpiont: "https://search.example" });
// @ts-expect-error -- a misspelt argument of a function
void mlplane.search.searchDocuments({ index: "products", serch: "lamp" });
// @ts-expect-error -- a promise form takes no outputs
void mlplane.search.searchDocuments({ index: index.name });
// @ts-expect-error -- a function that streams has no Output form
void mlplane.local.streamChatCompletionOutput;

export { ask, etag, hits, names, provider, scores };
`;

const trial = `
import { startSandbox, type Sandbox } from "mlplane/sandbox";

export async function tryIt(): Promise<string[]> {
  const sandbox: Sandbox = await startSandbox({ port: 0, tier: "basic" });
  sandbox.faults.push({ match: "PUT /indexes", status: 503, retryAfter: 1 });
  await sandbox.close();
  return sandbox.requests.map(({ method, path }) => method + path);
}
`;

/** What the compiler says of these files in strict TypeScript, and which files it reads. */
async function compiled(
  files: Record<string, string>,
  compilerOptions: object,
  compiler = join(home, "node_modules/typescript/bin/tsc"),
): Promise<{ errors: string[]; read: string[] }> {
  const folder = folderOf({
    ...files,
    "tsconfig.json": JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, skipLibCheck: true, types: ["node"], ...compilerOptions },
      files: Object.keys(files),
    }),
  });
  const lines = (await node(folder, compiler, "-p", ".", "--listFiles")).text.split("\n");
  return {
    errors: lines.filter((line) => line.includes("error TS")),
    read: lines.filter((line) => line.startsWith(home)),
  };
}

test(
  "a program in strict TypeScript, as Pulumi's template sets it, is checked to the letter and without the " +
    "schemas' library",
  async () => {
    const { errors, read } = await compiled(
      { "index.ts": declarations },
      { module: "commonjs", moduleResolution: "node", target: "es2020" },
    );
    expect(errors).toEqual([]);
    expect(read).toContain(join(home, "node_modules/mlplane/dist/sdk/generated/search.d.ts"));
    expect(read.filter((file) => file.includes(join("node_modules", "zod")))).toEqual([]);
  },
);

test("so is one with Node.js's own resolution of modules and the strictest options, and one with the sandbox", async () => {
  const { errors } = await compiled(
    { "index.ts": declarations, "trial.ts": trial },
    {
      module: "node16",
      moduleResolution: "node16",
      target: "es2022",
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
    },
  );
  expect(errors).toEqual([]);
});

test.each([
  ["commonjs", "node10"],
  ["node16", "node16"],
  ["nodenext", "nodenext"],
  ["es2022", "bundler"],
])(
  "the oldest TypeScript, without skipLibCheck and esModuleInterop: module %s, resolution %s",
  async (module, moduleResolution) => {
    const { errors, read } = await compiled(
      { "index.ts": declarations, "trial.ts": trial },
      { module, moduleResolution, target: "es2020", skipLibCheck: false },
      join(home, "node_modules/typescript-5.4/bin/tsc"),
    );
    // Under bundlers' resolution, what Pulumi's own package is built with has errors, with and without this package.
    expect(errors.filter((line) => !/node_modules\/(?!mlplane)/.test(line))).toEqual([]);
    const shown = read.filter((file) => file.includes("node_modules/mlplane/"));
    expect(shown).toContain(join(home, "node_modules/mlplane/dist/sandbox/index.d.ts"));
    for (const file of shown)
      expect([file, readFileSync(file, "utf8").match(/(?<=from ")(?!@pulumi\/pulumi["/]|\.)[^"]+/g)]).toEqual([
        file,
        null,
      ]);
  },
);

test("the program of the README and what follows on it run on the CLI", async () => {
  const [, program] = /```ts\n([^]*?)```/.exec(readFileSync(join(__dirname, "../../README.md"), "utf8"))!;
  writeFileSync(join(stack.folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\nmain: index.ts\n");
  writeFileSync(
    join(stack.folder, "index.ts"),
    `${program}
    const index = new mlplane.search.Index("products", { fields: ${JSON.stringify(fields)} });
    export const name: string = "typed";
    export const statistics = mlplane.search.getIndexStatisticsOutput({ index: index.name }).documentCount;
  `,
  );
  await stack.ok("up", "--yes", "--skip-preview");
  expect(JSON.parse((await stack.ok("stack", "output", "--json")).stdout)).toEqual({ name: "typed", statistics: 0 });
  expect((await stack.byName()).get("products")?.["sourcePosition"]).toMatch(/index\.ts#\d+,/);
});

test("functions work in a program that is none of Pulumi's, with what the environment says", async () => {
  const folder = folderOf({
    "ask.js": `
      const mlplane = require("mlplane");
      (async () => {
        console.log((await mlplane.search.listIndexes()).map(({ name }) => name));
        const { name, status, message } = await mlplane.search.getIndexStatistics({ index: "missing" }).catch((error) => error);
        console.log(name, status, message);
        await mlplane.search.getIndexStatistics({ indx: "products" });
      })();
    `,
  });
  const { status, text } = await node(folder, "ask.js");
  expect(text).toContain("[ 'lamps', 'products' ]");
  expect(text).toMatch(/ApiError 404 GET \/indexes\/missing\/stats answered 404/);
  expect(text).toMatch(/search\.getIndexStatistics: .*indx: is not an argument; did you mean `index`\?/);
  expect(text).not.toMatch(/\n +at /);
  expect(status).toBe(1);
});

test("the option import is refused with what to do instead", async () => {
  writeFileSync(
    join(stack.folder, "index.ts"),
    `
    import * as mlplane from "mlplane";
    new mlplane.search.Index("products", { fields: ${JSON.stringify(fields)} }, { import: "/indexes/products" });
  `,
  );
  const run = await stack.preview();
  expect(run.status).toBe(1);
  expect(run.text).toContain('mlplane.search.Index "products": the option `import`');
  expect(run.text).toMatch(/`adopt`.*`mlplane import search\.Index products ID`/);
});

test("the projects of the repository run their programs: a folder as `main` would run the package itself", async () => {
  const root = join(__dirname, "../..");
  const projects = [
    "Pulumi.yaml",
    ...readdirSync(join(root, "examples")).map((name) => join("examples", name, "Pulumi.yaml")),
  ].filter((path) => existsSync(join(root, path)));
  for (const project of projects) {
    const main = /^main: *(\S+)/m.exec(readFileSync(join(root, project), "utf8"))?.[1] ?? ".";
    expect([project, statSync(join(root, project, "..", main)).isFile()]).toEqual([project, true]);
  }
  const copy = await new Stack(sandbox.environment).init();
  for (const path of ["Pulumi.yaml", "package.json", "tsconfig.json", "examples"])
    cpSync(join(root, path), join(copy.folder, path), { recursive: true });
  symlinkSync(join(home, "node_modules/mlplane/dist"), join(copy.folder, "dist"));
  writeFileSync(
    join(copy.folder, "Pulumi.yaml"),
    readFileSync(join(root, "Pulumi.yaml"), "utf8").replace(/^name: .*/m, "name: test"),
  );
  expect((await copy.steps()).map(({ op }) => op)).toEqual(expect.arrayContaining(["create", "create"]));
});
