// What the plugin costs beside the dynamic provider of the same definitions.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { commandNames, measure } from "./cost.mjs";
import { median, round } from "./figures.mjs";

/**
 * Milliseconds from the start of the plugin to its port, and the ratios of CPU and state to those of the dynamic
 * provider, measured in turn.
 * @param {import("./project.mjs").Place} place
 * @param {import("./sandbox.mjs").Sandbox} sandbox
 * @param {number} runs
 */
export async function plugin(place, sandbox, runs) {
  const program = join(place.home, "node_modules", "mlplane", "dist", "plugin", "pulumi-resource-mlplane");
  const starts = [];
  for (let i = 0; i < 11; i++) starts.push(await startOf(program));
  const lines = [
    `From the start of the plugin to its port: ${round(median(starts), 0)} ms, median of 11.`,
    "",
    "| resources | what | dynamic | plugin | ratio |",
    "|---|---|---|---|---|",
  ];
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
  return lines.join("\n");
}

/** @type {(count: number, what: string, dynamic: number, plugin: number) => string} */
const row = (count, what, dynamic, plugin) =>
  `| ${count} | ${what} | ${round(dynamic)} | ${round(plugin)} | ${round(plugin / dynamic)} |`;

/**
 * Milliseconds until the plugin prints its port.
 * @param {string} program
 */
async function startOf(program) {
  const started = performance.now();
  const child = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const time = performance.now() - started;
  child.stdin.end();
  await once(child, "close");
  return time;
}
