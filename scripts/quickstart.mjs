// `npm run quickstart`: takes examples/quickstart through preview, up, use, drift, repair and destroy on the real
// Pulumi CLI, against the sandbox.
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs, styleText } from "node:util";
import { ensurePackages, ensurePulumi, pulumiEnvironment } from "./pulumi.mjs";
import { meddle } from "./quickstart/meddle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const STACK = "quickstart";
const { values: options } = parseArgs({ options: { keep: { type: "boolean", default: false } } });

const print = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);
const quiet = (/** @type {string} */ text) => styleText("dim", text);

/**
 * Shows the progress of a step.
 * @typedef {(text: string) => void} Progress
 *
 * What a command said, and its exit status.
 * @typedef {{ status: number, lines: string[] }} Said
 *
 * @typedef {import("node:stream").Readable} Readable
 *
 * A sandbox that runs, with the variables that lead to it.
 * @typedef {{ child: import("node:child_process").ChildProcessByStdio<null, Readable, Readable>,
 *   variables: Record<string, string>, url: string }} Running
 */

/**
 * A step with what it does, its progress while it runs, and what came of it.
 * @template T
 * @param {string} title
 * @param {(progress: Progress) => Promise<T>} work
 * @param {(result: T) => string[]} [tell]
 */
async function step(title, work, tell = () => []) {
  const { default: ora } = await import("ora");
  const spinner = ora({ text: title, discardStdin: false }).start();
  const started = Date.now();
  try {
    const result = await work((text) => {
      spinner.text = `${title} ${quiet(text.slice(0, 100))}`;
    });
    spinner.succeed(`${title} ${quiet(`${((Date.now() - started) / 1000).toFixed(1)} s`)}`);
    for (const line of tell(result)) print(`    ${line}`);
    return result;
  } catch (error) {
    spinner.fail(title);
    throw error;
  }
}

/**
 * Runs a command to its end and gives its output; its lines are shown as progress. Throws with the output for another
 * status than the expected ones.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, progress?: Progress, statuses?: number[] }} options
 * @returns {Promise<Said>}
 */
async function run(command, args, { env, progress, statuses = [0] }) {
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  /** @type {string[]} */
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      if (line.trim() !== "") progress?.(line.trim().replaceAll("pulumi-nodejs:dynamic/mlplane/", ""));
    });
  }
  const [status] = await once(child, "close");
  if (!statuses.includes(status))
    throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${lines.join("\n")}`);
  return { status, lines };
}

/**
 * What a run of the CLI did to each resource: `+ search.Index lamps created`.
 * @param {Said} said
 */
function changes({ lines }) {
  const pattern = /^\s*([+~-]+)\s+pulumi-nodejs:dynamic\/mlplane\/(\S+) (\S+) ((?:create|update|delete)d?)\b/;
  const changed = lines.flatMap((line) => {
    const [, sign = "", kind = "", name, done = ""] = pattern.exec(line) ?? [];
    if (sign === "") return [];
    const colour = sign.startsWith("+") ? "green" : sign.startsWith("-") ? "red" : "yellow";
    const properties = /\[diff: ([^\]]+)\]/.exec(line)?.[1];
    const what = quiet(properties === undefined ? done : `${done}: ${properties}`);
    return [`${styleText(colour, sign)} ${kind.replace(":", ".")} ${name} ${what}`];
  });
  return [...new Set(changed)];
}

/** @returns {Promise<Running>} */
async function startSandbox() {
  const child = spawn(process.execPath, [join(root, "dist", "cli", "index.js"), "sandbox", "--port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  /** @type {Record<string, string>} */
  const variables = {};
  const ready = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined) variables[name] = value ?? "";
    });
    child.stderr.once("data", () => setImmediate(resolve));
    child.once("exit", () => reject(new Error("the sandbox did not start")));
  });
  await ready;
  return { child, variables, url: variables.MLPLANE_SEARCH_ENDPOINT ?? "" };
}

async function main() {
  const started = Date.now();
  print(styleText("bold", "mlplane quickstart"));
  await ensurePackages();
  const folder = await ensurePulumi();
  const { build } = await import("./build.mjs");
  await step("build the package", () => build());
  const sandbox = await step("start the sandbox: three services on one address", startSandbox, ({ url }) => [
    quiet(url),
  ]);
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MLPLANE|PULUMI)_/.test(name)));
  const env = { ...pulumiEnvironment({ folder, env: clean }), ...sandbox.variables };
  /** @typedef {{ progress?: Progress, statuses?: number[] }} More */
  const pulumi = (/** @type {string[]} */ args, /** @type {More} */ more = {}) =>
    run("pulumi", [...args, "--non-interactive"], { env, ...more });
  const mlplane = (/** @type {string[]} */ args, /** @type {More} */ more = {}) =>
    run(process.execPath, [join(root, "dist", "cli", "index.js"), ...args], { env, ...more });
  const cleanUp = async () => {
    await pulumi(["stack", "rm", STACK, "--yes", "--force"]).catch(() => {});
    rmSync(join(root, `Pulumi.${STACK}.yaml`), { force: true });
    if (sandbox.child.exitCode === null) sandbox.child.kill();
  };
  process.once("SIGINT", () => void cleanUp().finally(() => process.exit(130)));
  try {
    await pulumi(["stack", "rm", STACK, "--yes", "--force"], { statuses: [0, 1, 6, 255] });
    await pulumi(["stack", "init", STACK]);
    await step("preview: what would be made", (progress) => pulumi(["preview"], { progress }), changes);
    await step("up: make it", (progress) => pulumi(["up", "--yes", "--skip-preview"], { progress }), changes);
    await step(
      "use: ask the loaded model about the document that the search found",
      () => pulumi(["stack", "output", "answer"]),
      ({ lines }) => [styleText("cyan", lines.join(" "))],
    );
    await step(
      "behind Pulumi's back: somebody edits a document and a tag, and unloads the model",
      () => meddle(sandbox.url),
      (done) => done.map(quiet),
    );
    await step(
      "drift: find it",
      () => mlplane(["drift", "--stack", STACK], { statuses: [2] }),
      ({ lines }) => lines,
    );
    await step(
      "repair: refresh and up",
      (progress) => pulumi(["up", "--refresh", "--yes", "--skip-preview"], { progress }),
      changes,
    );
    await step(
      "drift: none is left",
      () => mlplane(["drift", "--stack", STACK]),
      ({ lines }) => lines,
    );
    if (!options.keep)
      await step("destroy", (progress) => pulumi(["destroy", "--yes", "--skip-preview"], { progress }), changes);
  } finally {
    if (!options.keep || process.exitCode === 1) await cleanUp();
  }
  if (options.keep) return tellHowToPlayOn(sandbox);
  print(`Done in ${Math.round((Date.now() - started) / 1000)} s. The program is examples/quickstart/index.ts.`);
}

/** @param {Running} sandbox */
function tellHowToPlayOn({ child, variables }) {
  child.unref();
  child.stdout.destroy();
  child.stderr.destroy();
  print("The sandbox and the stack are kept. To play on, in this shell:");
  for (const [name, value] of Object.entries(variables)) print(`  export ${name}=${value}`);
  print(`  npm run pulumi -- preview --stack ${STACK}`);
  print(`To end: npm run pulumi -- destroy --stack ${STACK}, then kill ${child.pid}`);
}

main()
  .catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  })
  .finally(
    () => existsSync(join(root, `Pulumi.${STACK}.yaml`)) && !options.keep && rmSync(join(root, `Pulumi.${STACK}.yaml`)),
  );
