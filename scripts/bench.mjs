// `npm run bench`: what the package costs, as ratios to other ways in the same run. CPU seconds are of the whole
// process tree.
// Options: --sizes 10,100,500 · --runs 1 · --count 100 (resources in latency and rates) · --rates 3,10,50 · --only
// load,plugin,cost,latency,rates,lists · --write (puts tables and pictures into docs/) · --into docs (another folder)
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cost, lists, table } from "./bench/cost.mjs";
import { load } from "./bench/load.mjs";
import { plugin } from "./bench/plugin.mjs";
import { costPicture, pacePicture } from "./bench/pictures.mjs";
import { withSandbox } from "./bench/sandbox.mjs";
import { ensurePackages, ensurePulumi, pulumiEnvironment } from "./pulumi.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "10,100,500" },
    runs: { type: "string", default: "1" },
    count: { type: "string", default: "100" },
    rates: { type: "string", default: "3,10,50" },
    only: { type: "string", default: "load,plugin,cost,latency,rates,lists" },
    write: { type: "boolean", default: false },
    into: { type: "string", default: join(root, "docs") },
  },
});
const numbers = (/** @type {string} */ list) => list.split(",").map(Number);
const count = Number(options.count);

/**
 * The pictures of this run, by the names of their files.
 * @type {Record<string, string>}
 */
const pictures = {};

/**
 * What can be measured, by its name in `--only`: each gives parts of the page.
 * @type {Record<string, (place: import("./bench/project.mjs").Place) => string[] | Promise<string[]>>}
 */
const sections = {
  load: ({ home }) => ["## What loading costs", load(home)],
  async plugin(place) {
    const text = await withSandbox({}, (sandbox) => plugin(place, sandbox, Math.max(5, Number(options.runs))));
    return ["## The plugin beside the dynamic provider", text];
  },
  async cost(place) {
    const { text, rows } = await withSandbox({}, (sandbox) =>
      cost(place, sandbox, { sizes: numbers(options.sizes), runs: Number(options.runs) }),
    );
    pictures["benchmark-cost.svg"] = costPicture(rows);
    return [
      "## Against the engine's floor and against providers written by hand",
      "![CPU seconds of each command over the number of resources](images/benchmark-cost.svg)",
      text,
    ];
  },
  async latency(place) {
    const { text } = await withSandbox({ latency: 50 }, (sandbox) =>
      table(place, sandbox, ["mlplane", "byHand"], count),
    );
    return [`## With 50 ms of latency, ${count} resources`, text];
  },
  async rates(place) {
    const parts = ["![Requests answered over the seconds of an up](images/benchmark-pace.svg)"];
    const runs = [];
    for (const rate of numbers(options.rates)) {
      const { text, log } = await withSandbox({ behaviour: { searchRequestsPerSecond: rate } }, (sandbox) =>
        table(place, sandbox, ["mlplane"], count),
      );
      parts.push(`## At ${rate} requests per second, ${count} resources, the tier not configured`, text);
      runs.push({ rate, requests: log });
    }
    pictures["benchmark-pace.svg"] = pacePicture(runs);
    return parts;
  },
  lists: async (place) => [
    "## A refresh of 1,000 mixed resources",
    await withSandbox({}, (sandbox) => lists(place, sandbox)),
  ],
};

async function main() {
  await ensurePackages();
  const folder = await ensurePulumi();
  const { build } = await import("./build.mjs");
  await build();
  const home = mkdtempSync(join(tmpdir(), "mlplane-bench-"));
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MLPLANE|PULUMI)_/.test(name)));
  const environment = pulumiEnvironment({ folder, env: clean, local: join(home, "pulumi") });
  const parts = [
    `Measured on ${cpus().length} cores, Node.js ${process.version}, ${new Date().toISOString().slice(0, 10)}.`,
  ];
  const wanted = options.only.split(",");
  try {
    for (const [name, section] of Object.entries(sections))
      if (wanted.includes(name)) parts.push(...(await section({ home, environment })));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const text =
    `# Benchmark\n\nRepeat it with \`npm run bench\` (\`scripts/bench.mjs\` says how). "Nothing" is a dynamic ` +
    `provider that does nothing, the engine's own cost; "by hand" declares the same\nresources with ` +
    `\`pulumi.dynamic.Resource\` and one request each.\n\n${parts.join("\n\n")}\n`;
  console.log(text);
  if (options.write) write(text);
}

/**
 * Puts the page and its pictures where they belong.
 * @param {string} text
 */
function write(text) {
  mkdirSync(join(options.into, "images"), { recursive: true });
  writeFileSync(join(options.into, "benchmark.md"), text);
  for (const [name, picture] of Object.entries(pictures)) writeFileSync(join(options.into, "images", name), picture);
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
