// `npm run bench`: what the package costs, as ratios to other ways in the same run. CPU seconds are of the whole
// process tree.
// Options: --sizes 10,100,500 · --runs 1 · --only load,cost,latency,rates,lists · --write (puts the tables into
// docs/benchmark.md)
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cost, lists, table } from "./bench/cost.mjs";
import { load } from "./bench/load.mjs";
import { withSandbox } from "./bench/sandbox.mjs";
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

/**
 * What can be measured, by its name in `--only`: each gives parts of the page.
 * @type {Record<string, (place: import("./bench/project.mjs").Place) => string[] | Promise<string[]>>}
 */
const sections = {
  load: ({ home }) => ["## What loading costs", load(home)],
  cost: async (place) => [
    "## Against the engine's floor and against providers written by hand",
    await withSandbox({}, (sandbox) =>
      cost(place, sandbox, { sizes: options.sizes.split(",").map(Number), runs: Number(options.runs) }),
    ),
  ],
  latency: async (place) => [
    "## With 50 ms of latency, 100 resources",
    await withSandbox({ latency: 50 }, (sandbox) => table(place, sandbox, ["mlplane", "byHand"], 100)),
  ],
  async rates(place) {
    const parts = [];
    for (const rate of [3, 10, 50])
      parts.push(
        `## At ${rate} requests per second, 100 resources, the tier not configured`,
        await withSandbox({ behaviour: { searchRequestsPerSecond: rate } }, (sandbox) =>
          table(place, sandbox, ["mlplane"], 100),
        ),
      );
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
  if (options.write) writeFileSync(join(root, "docs", "benchmark.md"), text);
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
