// What the plugin costs beside the dynamic provider of the same definitions.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { commandNames, measure } from "./cost.mjs";
import { median, round } from "./figures.mjs";

/**
 * Milliseconds from the start of the plugin to its port, before and after the first run of this build, and the ratios
 * of CPU and state to those of the dynamic provider, measured in turn.
 * @param {import("./project.mjs").Place} place
 * @param {import("./sandbox.mjs").Sandbox} sandbox
 * @param {number} runs
 */
export async function plugin({ home, environment }, sandbox, runs) {
  const place = { home, environment: { ...environment, XDG_CACHE_HOME: join(home, "cache") } };
  const first = await startsOf(place);
  const lines = ["| resources | what | dynamic | plugin | ratio |", "|---|---|---|---|---|"];
  const rounds = Array.from({ length: runs }, () => ({
    dynamic: measure(place, sandbox, "mlplane", 1),
    plugin: measure(place, sandbox, "plugin", 1),
  }));
  for (const command of commandNames) {
    const cpu = (/** @type {"dynamic" | "plugin"} */ face) => median(rounds.map((one) => one[face].steps[command].cpu));
    lines.push(row(1, `${command}: CPU s`, cpu("dynamic"), cpu("plugin")));
  }
  const bytes = (/** @type {"mlplane" | "plugin"} */ way) => measure(place, sandbox, way, 50).bytes;
  lines.push(row(50, "state: bytes each", bytes("mlplane"), bytes("plugin")));
  const later = await startsOf(place);
  return [
    `Medians of ${runs} runs in turn. From the start of the plugin to its port, medians of 11: ${first} ms until ` +
      `a run has left it compiled, then ${later} ms.`,
    "",
    ...lines,
  ].join("\n");
}

/** @type {(count: number, what: string, dynamic: number, plugin: number) => string} */
const row = (count, what, dynamic, plugin) =>
  `| ${count} | ${what} | ${round(dynamic)} | ${round(plugin)} | ${round(plugin / dynamic)} |`;

/**
 * Milliseconds until the plugin prints its port, the median of 11 starts.
 * @param {import("./project.mjs").Place} place
 */
async function startsOf({ home, environment }) {
  const program = join(home, "node_modules", "mlplane", "dist", "plugin", "pulumi-resource-mlplane");
  const times = [];
  for (let i = 0; i < 11; i++) {
    const started = performance.now();
    const child = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"], env: environment });
    await once(child.stdout, "data");
    times.push(performance.now() - started);
    child.stdin.end();
    await once(child, "close");
  }
  return round(median(times), 0);
}
