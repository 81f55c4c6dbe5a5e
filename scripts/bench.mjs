// `npm run bench`: what the package costs, as ratios to other ways in the same run. CPU seconds are of the whole
// process tree.
// Options: --sizes 10,100,500 · --runs 1 · --only load,cost,latency,rates,lists · --write (puts the tables into
// docs/benchmark.md)
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensurePackages, ensurePulumi, pulumiEnvironment } from "./pulumi.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "10,100,500" },
    runs: { type: "string", default: "1" },
    only: { type: "string", default: "load,cost,latency,rates,lists" },
    write: { type: "boolean", default: false },
  },
});
const sizes = options.sizes.split(",").map(Number);
const runs = Number(options.runs);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : "–");

/** The same resources in three ways: the engine's floor, this package, and by hand with one request each. */
const ways = {
  nothing: (count) => `
const pulumi = require("@pulumi/pulumi");
class Nothing extends pulumi.CustomResource {
  constructor(name, args) { super("pulumi-nodejs:dynamic/bench:Nothing", name, { ...args, __provider: 'exports.handler=()=>require("./nothing.js")' }, { deleteBeforeReplace: true }); }
}
for (let i = 0; i < ${count}; i++) new Nothing("index-" + i, { name: "index-" + i, fields: [{ name: "id", type: "Edm.String", key: true }] });`,
  mlplane: (count) => `
const mlplane = require("mlplane");
for (let i = 0; i < ${count}; i++) new mlplane.search.Index("index-" + i, { fields: [{ name: "id", type: "Edm.String", key: true }] });`,
  byHand: (count) => `
const pulumi = require("@pulumi/pulumi");
const url = process.env.MLPLANE_SEARCH_ENDPOINT;
const call = async (method, name, body) => {
  const answer = await fetch(url + "/indexes/" + name + "?api-version=2025-11-01-preview", { method, headers: { "api-key": "sandbox", "content-type": "application/json" }, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(method + " " + name + " answered " + answer.status);
};
const provider = {
  async create(inputs) { await call("PUT", inputs.name, { name: inputs.name, fields: inputs.fields }); return { id: inputs.name, outs: inputs }; },
  async diff() { return { changes: false }; },
  async read(id, props) { await call("GET", id); return { id, props }; },
  async delete(id) { await call("DELETE", id); },
};
class Index extends pulumi.dynamic.Resource { constructor(name, args) { super(provider, name, args); } }
for (let i = 0; i < ${count}; i++) new Index("index-" + i, { name: "index-" + i, fields: [{ name: "id", type: "Edm.String", key: true }] });`,
};

/** A thousand resources of the kinds that services list. */
const mixed = `
const mlplane = require("mlplane");
const workspace = new mlplane.ml.Workspace("lab", { location: "eastus", storageAccount: "/s", keyVault: "/k", applicationInsights: "/a" }).name;
for (let i = 0; i < 299; i++) new mlplane.ml.Compute("box-" + i, { workspace, computeType: "AmlCompute", vmSize: "Standard_DS3_v2", scaleSettings: { minNodeCount: 0, maxNodeCount: 1, nodeIdleTimeBeforeScaleDown: "PT120S" } });
const indexes = Array.from({ length: 400 }, (_, i) => new mlplane.search.Index("index-" + i, { fields: [{ name: "id", type: "Edm.String", key: true }] }).name);
const sources = indexes.slice(0, 200).map((searchIndexName, i) => new mlplane.search.KnowledgeSource("source-" + i, { kind: "searchIndex", searchIndexParameters: { searchIndexName } }).name);
sources.slice(0, 100).forEach((source, i) => new mlplane.search.KnowledgeBase("base-" + i, { knowledgeSources: [source] }));`;

class Project {
  constructor(home, name, environment) {
    this.folder = join(home, name);
    mkdirSync(join(this.folder, "state"), { recursive: true });
    this.env = { ...environment, PULUMI_BACKEND_URL: `file://${this.folder}/state` };
    writeFileSync(join(this.folder, "Pulumi.yaml"), "name: bench\nruntime: nodejs\nmain: index.js\n");
    writeFileSync(
      join(this.folder, "nothing.js"),
      "module.exports = { async create(inputs) { return { id: inputs.name, outs: inputs }; }, async diff() { " +
        "return { changes: false }; }, async read(id, props) { return { id, props }; }, async delete() {} };",
    );
    this.pulumi("stack", "init", "bench");
  }

  /** Runs the CLI; gives CPU seconds of its process tree and wall seconds. */
  pulumi(...args) {
    const timed = spawnSync(
      "bash",
      ["-c", 'TIMEFORMAT="%U %S %R"; time "$@" >out.txt 2>&1', "bash", "pulumi", ...args, "--non-interactive"],
      { cwd: this.folder, env: this.env, encoding: "utf8" },
    );
    const [user, system, wall] = timed.stderr.trim().split("\n").at(-1).split(" ").map(Number);
    if (timed.status !== 0)
      throw new Error(
        `pulumi ${args.join(" ")} ended with ` +
          `${timed.status}:\n${readFileSync(join(this.folder, "out.txt"), "utf8").slice(-3000)}`,
      );
    return { cpu: user + system, wall };
  }

  program(text) {
    writeFileSync(join(this.folder, "index.js"), text);
  }

  stateBytes() {
    return readFileSync(join(this.folder, "state", ".pulumi", "stacks", "bench", "bench.json")).length;
  }
}

const commands = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};
const byMethod = (requests) =>
  Object.entries(
    Object.groupBy
      ? Object.groupBy(requests, ({ method }) => method)
      : requests.reduce((all, one) => ({ ...all, [one.method]: [...(all[one.method] ?? []), one] }), {}),
  )
    .map(([method, list]) => `${list.length} ${method}`)
    .join(", ") || "none";

/** Takes one way through up, a preview that shows nothing, refresh and destroy. */
function measure(home, environment, sandbox, way, count) {
  const project = new Project(home, `${way}-${count}-${Math.random().toString(36).slice(2)}`, {
    ...environment,
    ...sandbox.environment,
  });
  const empty = project.stateBytes();
  project.program(ways[way](count));
  const result = {};
  for (const [name, args] of Object.entries(commands)) {
    sandbox.clear();
    const time = project.pulumi(...args);
    result[name] = { ...time, requests: byMethod(sandbox.requests()), refusals: sandbox.refusals() };
    if (name === "up") result.bytes = (project.stateBytes() - empty) / count;
  }
  return result;
}

/** A sandbox in a process of its own, whose CPU time does not count. */
async function startSandbox(options) {
  const { spawn } = await import("node:child_process");
  const child = spawn(
    process.execPath,
    [
      "-e",
      `require(${JSON.stringify(join(root, "dist/sandbox"))}).startSandbox(${JSON.stringify(options)}).then((s) ` +
        "=> console.log(JSON.stringify({ url: s.url, environment: s.environment })))",
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const { url, environment } = JSON.parse(
    await new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data)))),
  );
  const curl = (...args) => spawnSync("curl", ["-s", ...args], { encoding: "utf8", maxBuffer: 1e9 }).stdout;
  const requests = () => JSON.parse(curl(`${url}/_sandbox/requests`));
  return {
    environment,
    requests: () => list(requests()),
    clear: () => curl("-X", "DELETE", `${url}/_sandbox/requests`),
    refusals: () => list(requests()).filter(({ status }) => status === 429 || status === 503).length,
    stop: () => child.kill(),
  };
}
const list = (answer) => (Array.isArray(answer) ? answer : (answer.requests ?? answer.value));

function cost(home, environment, sandbox) {
  const lines = [
    "| resources | command | nothing: CPU s | mlplane: CPU s | ratio | by hand: CPU s | ratio | wall s " +
      "(nothing / mlplane / by hand) | requests of mlplane |",
    "|---|---|---|---|---|---|---|---|---|",
  ];
  const bytes = [];
  for (const count of sizes) {
    // In turn, so that a machine that becomes faster or slower does so for all ways.
    const results = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    for (let run = 0; run < runs; run++)
      for (const way of Object.keys(ways)) results[way].push(measure(home, environment, sandbox, way, count));
    const figure = (way, command, what) => median(results[way].map((one) => one[command][what]));
    for (const command of Object.keys(commands)) {
      const [nothing, ours, hand] = Object.keys(ways).map((way) => figure(way, command, "cpu"));
      const walls = Object.keys(ways)
        .map((way) => round(figure(way, command, "wall"), 1))
        .join(" / ");
      lines.push(
        `| ${count} | ${command} | ${round(nothing)} | ${round(ours)} | ${round(ours / nothing)} | ` +
          `${round(hand)} | ${round(hand / nothing)} | ${walls} | ${results.mlplane[0][command].requests} |`,
      );
      console.error(lines.at(-1));
    }
    bytes.push(
      `${count} resources: ${Object.keys(ways)
        .map((way) => `${way} ${Math.round(results[way][0].bytes)}`)
        .join(", ")}`,
    );
  }
  return [
    `Runs of each way: ${runs}; the figures are medians.`,
    "",
    ...lines,
    "",
    "State in bytes per resource:",
    "",
    ...bytes.map((line) => `- ${line}`),
  ].join("\n");
}

async function main() {
  await ensurePackages();
  const folder = await ensurePulumi();
  const { build } = await import("./build.mjs");
  await build();
  const home = mkdtempSync(join(tmpdir(), "mlplane-bench-"));
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MLPLANE|PULUMI)_/.test(name)));
  const environment = pulumiEnvironment({ folder, env: clean, local: join(home, "pulumi") });
  const sections = [
    `Measured on ${cpus().length} cores, Node.js ${process.version}, ${new Date().toISOString().slice(0, 10)}.`,
  ];
  const wanted = options.only.split(",");
  const withSandbox = async (sandboxOptions, work) => {
    const sandbox = await startSandbox(sandboxOptions);
    try {
      return work(sandbox);
    } finally {
      sandbox.stop();
    }
  };
  try {
    if (wanted.includes("load")) sections.push("## What loading costs", load(home));
    if (wanted.includes("cost"))
      sections.push(
        "## Against the engine's floor and against providers written by hand",
        await withSandbox({}, (sandbox) => cost(home, environment, sandbox)),
      );
    if (wanted.includes("latency"))
      sections.push(
        "## With 50 ms of latency, 100 resources",
        await withSandbox({ latency: 50 }, (sandbox) => table(home, environment, sandbox, ["mlplane", "byHand"], 100)),
      );
    if (wanted.includes("rates")) {
      for (const rate of [3, 10, 50]) {
        const behaviour = { searchRequestsPerSecond: rate };
        sections.push(
          `## At ${rate} requests per second, 100 resources, the tier not configured`,
          await withSandbox({ behaviour }, (sandbox) => table(home, environment, sandbox, ["mlplane"], 100)),
        );
      }
    }
    if (wanted.includes("lists"))
      sections.push(
        "## A refresh of 1,000 mixed resources",
        await withSandbox({}, (sandbox) => lists(home, environment, sandbox)),
      );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const text =
    `# Benchmark\n\nRepeat it with \`npm run bench\` (\`scripts/bench.mjs\` says how). "Nothing" is a dynamic ` +
    `provider that does nothing, the engine's own cost; "by hand" declares the same\nresources with ` +
    `\`pulumi.dynamic.Resource\` and one request each.\n\n${sections.join("\n\n")}\n`;
  console.log(text);
  if (options.write) writeFileSync(join(root, "docs", "benchmark.md"), text);
}

function table(home, environment, sandbox, which, count) {
  const lines = ["| way | command | CPU s | wall s | requests | refusals |", "|---|---|---|---|---|---|"];
  for (const way of which) {
    const result = measure(home, environment, sandbox, way, count);
    for (const command of Object.keys(commands)) {
      const { cpu, wall, requests, refusals } = result[command];
      lines.push(`| ${way} | ${command} | ${round(cpu)} | ${round(wall, 1)} | ${requests} | ${refusals} |`);
      console.error(lines.at(-1));
    }
  }
  return lines.join("\n");
}

/** The requests of a refresh when services list what it reads. */
function lists(home, environment, sandbox) {
  const project = new Project(home, "mixed", { ...environment, ...sandbox.environment });
  project.program(mixed);
  project.env.PULUMI_SKIP_CHECKPOINTS = "true";
  project.pulumi(...commands.up);
  sandbox.clear();
  const { cpu, wall } = project.pulumi(...commands.refresh, "--expect-no-changes");
  const count =
    JSON.parse(readFileSync(join(project.folder, "state", ".pulumi", "stacks", "bench", "bench.json"), "utf8"))
      .checkpoint.latest.resources.length - 2;
  return (
    `${count} workspaces, computes, indexes, knowledge sources and knowledge bases: ` +
    `${byMethod(sandbox.requests())} (the token among them), ${round(cpu)} s of CPU, ${round(wall, 1)} s.`
  );
}

/**
 * Milliseconds that the package adds to the loading of `@pulumi/pulumi`, and seconds that it adds to a cold type check.
 */
function load(home) {
  const timed = (text) =>
    median(
      Array.from({ length: 9 }, () =>
        Number(spawnSync(process.execPath, ["-e", text], { cwd: home, encoding: "utf8" }).stdout),
      ),
    );
  const adding = (what) =>
    timed(
      `require("@pulumi/pulumi"); const t = process.hrtime.bigint(); ${what}; ` +
        "console.log(Number(process.hrtime.bigint() - t) / 1e6)",
    );
  const checked = (text) => {
    const folder = mkdtempSync(join(home, "check-"));
    writeFileSync(join(folder, "index.ts"), text);
    const tsc = createRequire(join(root, "package.json")).resolve("typescript/bin/tsc");
    const args = [
      tsc,
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--target",
      "ES2022",
      "--module",
      "commonjs",
      "--moduleResolution",
      "node10",
      "--types",
      "node",
      "index.ts",
    ];
    const once = () => {
      const started = process.hrtime.bigint();
      const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
      if (status !== 0) throw new Error(stdout);
      return Number(process.hrtime.bigint() - started) / 1e9;
    };
    return median(Array.from({ length: 5 }, once));
  };
  const alone = `import * as pulumi from "@pulumi/pulumi";\nexport const x = pulumi.output(1);\n`;
  const withUs =
    `import * as pulumi from "@pulumi/pulumi";\nimport * as mlplane from "mlplane";\nexport const x = ` +
    `pulumi.output(1);\nexport const i = new mlplane.search.Index("a", { fields: [{ name: "id", type: ` +
    `"Edm.String", key: true }] });\n`;
  const [without, check] = [checked(alone), checked(withUs)];
  const rows = [
    ["`mlplane` in the program's process", adding('require("mlplane")'), "ms"],
    [
      "`mlplane/runtime` in the provider's process, with the client of the first call",
      adding('require("mlplane/runtime").provider("search:Index"); require("undici")'),
      "ms",
    ],
    ["zod alone", adding('require("zod")'), "ms"],
    ["undici alone", adding('require("undici")'), "ms"],
    ["cold strict type check of a program, `@pulumi/pulumi` alone", without, "s"],
    ["the same with `mlplane`", check, "s"],
    ["added by `mlplane`", check - without, "s"],
  ];
  return [
    "On top of `@pulumi/pulumi`, medians:",
    "",
    "| what | cost |",
    "|---|---|",
    ...rows.map(([what, value, unit]) => `| ${what} | ${round(value, unit === "s" ? 2 : 0)} ${unit} |`),
  ].join("\n");
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
