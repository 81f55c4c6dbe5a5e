// What commands cost: CPU seconds of the whole process tree, wall seconds, requests, bytes of state.
import { byMethod, median, round } from "./figures.mjs";
import { mixed, ways } from "./programs.mjs";
import { commands, Project } from "./project.mjs";

/**
 * @typedef {import("./project.mjs").Place} Place
 * @typedef {import("./project.mjs").Time} Time
 * @typedef {import("./sandbox.mjs").Sandbox} Sandbox
 * @typedef {keyof typeof ways} Way
 * @typedef {keyof typeof commands} Command
 * @typedef {import("./sandbox.mjs").Request} Request
 * @typedef {Time & { requests: string, refusals: number, log: Request[] }} Step
 * @typedef {import("./pictures.mjs").Cost} Cost
 */

const wayNames = /** @type {Way[]} */ (["nothing", "mlplane", "byHand"]);
export const commandNames = /** @type {Command[]} */ (Object.keys(commands));

/**
 * Takes one way through up, a preview that shows nothing, refresh and destroy.
 * @param {Place} place
 * @param {Sandbox} sandbox
 * @param {Way} way
 * @param {number} count
 */
export function measure(place, sandbox, way, count) {
  const name = `${way}-${count}-${Math.random().toString(36).slice(2)}`;
  const project = new Project(place, name, sandbox.environment);
  const empty = project.state().length;
  project.program(ways[way](count));
  const steps = /** @type {Record<Command, Step>} */ ({});
  let bytes = 0;
  for (const command of commandNames) {
    sandbox.clear();
    const time = project.pulumi(...commands[command]);
    const log = sandbox.requests();
    steps[command] = { ...time, requests: byMethod(log), refusals: sandbox.refusals(), log };
    if (command === "up") bytes = (project.state().length - empty) / count;
  }
  return { steps, bytes };
}

/**
 * All ways beside each other, as a table for each command and number of resources, and the figures of it.
 * @param {Place} place
 * @param {Sandbox} sandbox
 * @param {{ sizes: number[], runs: number }} options
 */
export function cost(place, sandbox, { sizes, runs }) {
  const lines = [
    "| resources | command | nothing: CPU s | mlplane: CPU s | ratio | by hand: CPU s | ratio | wall s " +
      "(nothing / mlplane / by hand) | requests of mlplane |",
    "|---|---|---|---|---|---|---|---|---|",
  ];
  const bytes = [];
  /** @type {Cost[]} */
  const rows = [];
  for (const count of sizes) {
    // In turn, so that a machine that becomes faster or slower does so for all ways.
    const rounds = Array.from({ length: runs }, () =>
      Object.fromEntries(wayNames.map((way) => [way, measure(place, sandbox, way, count)])),
    );
    const all = (/** @type {Way} */ way) => rounds.flatMap((one) => one[way] ?? []);
    for (const command of commandNames) {
      const figures = (/** @type {keyof Time} */ what) =>
        wayNames.map((way) => median(all(way).map(({ steps }) => steps[command][what])));
      const [nothing = NaN, ours = NaN, hand = NaN] = figures("cpu");
      const walls = figures("wall").map((wall) => round(wall, 1));
      lines.push(
        `| ${count} | ${command} | ${round(nothing)} | ${round(ours)} | ${round(ours / nothing)} | ${round(hand)} | ` +
          `${round(hand / nothing)} | ${walls.join(" / ")} | ${all("mlplane")[0]?.steps[command].requests} |`,
      );
      console.error(lines.at(-1));
      figures("cpu").forEach((cpu, at) => rows.push({ command, way: wayNames[at] ?? "nothing", count, cpu }));
    }
    const sizesOf = wayNames.map((way) => `${way} ${Math.round(all(way)[0]?.bytes ?? NaN)}`);
    bytes.push(`- ${count} resources: ${sizesOf.join(", ")}`);
  }
  const text = [
    `Runs of each way: ${runs}; the figures are medians.`,
    "",
    ...lines,
    "",
    "State in bytes per resource:",
    "",
    ...bytes,
  ].join("\n");
  return { text, rows };
}

/**
 * Some ways with one number of resources, with the requests that were refused; also the requests of the last way's up.
 * @param {Place} place
 * @param {Sandbox} sandbox
 * @param {Way[]} which
 * @param {number} count
 */
export function table(place, sandbox, which, count) {
  const lines = ["| way | command | CPU s | wall s | requests | refusals |", "|---|---|---|---|---|---|"];
  /** @type {Request[]} */
  let log = [];
  for (const way of which) {
    const { steps } = measure(place, sandbox, way, count);
    for (const command of commandNames) {
      const { cpu, wall, requests, refusals } = steps[command];
      lines.push(`| ${way} | ${command} | ${round(cpu)} | ${round(wall, 1)} | ${requests} | ${refusals} |`);
      console.error(lines.at(-1));
    }
    log = steps.up.log;
  }
  return { text: lines.join("\n"), log };
}

/**
 * The requests of a refresh when services list what it reads.
 * @param {Place} place
 * @param {Sandbox} sandbox
 */
export function lists(place, sandbox) {
  const project = new Project(place, "mixed", { ...sandbox.environment, PULUMI_SKIP_CHECKPOINTS: "true" });
  project.program(mixed);
  project.pulumi(...commands.up);
  sandbox.clear();
  const { cpu, wall } = project.pulumi(...commands.refresh, "--expect-no-changes");
  const count = JSON.parse(project.state()).checkpoint.latest.resources.length - 2;
  return (
    `${count} workspaces, computes, indexes, knowledge sources and knowledge bases: ` +
    `${byMethod(sandbox.requests())} (the token among them), ${round(cpu)} s of CPU, ${round(wall, 1)} s.`
  );
}
