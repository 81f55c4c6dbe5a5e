// A Pulumi project with a state of its own.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Where projects are made, and the environment in which the CLI runs.
 * @typedef {{ home: string, environment: NodeJS.ProcessEnv }} Place
 *
 * CPU seconds of the CLI's process tree, and wall seconds.
 * @typedef {{ cpu: number, wall: number }} Time
 */

/** The commands that a resource goes through, with their arguments. */
export const commands = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

const nothing = `module.exports = {
  async create(inputs) { return { id: inputs.name, outs: inputs }; },
  async diff() { return { changes: false }; },
  async read(id, props) { return { id, props }; },
  async delete() {},
};`;

const settings = `name: bench
runtime: nodejs
main: index.js
plugins:
  providers:
    - name: mlplane
      path: ../node_modules/mlplane/dist/plugin
`;

/** A project with one stack. */
export class Project {
  /**
   * @param {Place} place
   * @param {string} name
   * @param {NodeJS.ProcessEnv} more variables besides those of the place
   */
  constructor({ home, environment }, name, more) {
    this.folder = join(home, name);
    mkdirSync(join(this.folder, "state"), { recursive: true });
    this.env = { ...environment, ...more, PULUMI_BACKEND_URL: `file://${this.folder}/state` };
    writeFileSync(join(this.folder, "Pulumi.yaml"), settings);
    writeFileSync(join(this.folder, "nothing.js"), nothing);
    this.pulumi("stack", "init", "bench");
  }

  /**
   * Runs the CLI; gives CPU seconds of its process tree and wall seconds.
   * @param {string[]} args
   * @returns {Time}
   */
  pulumi(...args) {
    const timed = spawnSync(
      "bash",
      ["-c", 'TIMEFORMAT="%U %S %R"; time "$@" >out.txt 2>&1', "bash", "pulumi", ...args, "--non-interactive"],
      { cwd: this.folder, env: this.env, encoding: "utf8" },
    );
    if (timed.status !== 0)
      throw new Error(
        `pulumi ${args.join(" ")} ended with ` +
          `${timed.status}:\n${readFileSync(join(this.folder, "out.txt"), "utf8").slice(-3000)}`,
      );
    const [user = NaN, system = NaN, wall = NaN] = (timed.stderr.trim().split("\n").at(-1) ?? "")
      .split(" ")
      .map(Number);
    return { cpu: user + system, wall };
  }

  /** @param {string} text */
  program(text) {
    writeFileSync(join(this.folder, "index.js"), text);
  }

  /** The text of the stack's state. */
  state() {
    return readFileSync(join(this.folder, "state", ".pulumi", "stacks", "bench", "bench.json"), "utf8");
  }
}
