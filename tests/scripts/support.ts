import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const REPOSITORY = join(__dirname, "..", "..");
const folders: string[] = [];

/** A new folder that `removeFolders` removes. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mlplane-scripts-"));
  folders.push(folder);
  return folder;
}

/** Removes what `temporaryFolder` made; for `afterAll`. */
export function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Writes an executable shell script and returns its folder. */
export function writeProgram(folder: string, name: string, body: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

/** Puts a stand-in for the Pulumi CLI into a folder: it answers `version`, and does `body` for everything else. */
export function writeCli(folder: string, { version = "v3.250.0", body = "" } = {}): string {
  for (const name of ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"]) writeProgram(folder, name, "");
  return writeProgram(folder, "pulumi", `if [ "$1" = version ]; then echo ${version}; exit; fi\n${body}`);
}

/** A copy of the repository's scripts in a folder of its own, with or without the installed packages. */
export function checkout({ packages = true } = {}): string {
  const folder = temporaryFolder();
  cpSync(join(REPOSITORY, "scripts"), join(folder, "scripts"), { recursive: true });
  if (packages) symlinkSync(join(REPOSITORY, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** The search path with some folders before what Node.js and the shell need, and nothing else that is installed. */
export const searchPath = (...first: string[]): string =>
  [...first, dirname(process.execPath), "/usr/bin", "/bin"].join(":");

/** A process that was started: what it writes, and how it ends. */
export interface Running {
  readonly process: ChildProcess;
  /** Resolves when standard output or error has shown the text; rejects when the process ends without. */
  shows(text: string): Promise<void>;
  readonly ended: Promise<{ status: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }>;
}

/** Starts Node.js with arguments; input stays open until it is ended. */
export function start(args: string[], env: NodeJS.ProcessEnv = process.env): Running {
  const child = spawn(process.execPath, args, { env });
  const written = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) child[stream].on("data", (data) => (written[stream] += data));
  const ended = new Promise<Awaited<Running["ended"]>>((resolve) => {
    child.on("close", (status, signal) => resolve({ status, signal, ...written }));
  });
  const shows = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if ((written.stdout + written.stderr).includes(text)) resolve();
      };
      look();
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      void ended.then(({ stderr }) => reject(new Error(`ended without "${text}": ${stderr}`)));
    });
  return { process: child, shows, ended };
}

/** Starts the text of an ES module that sees what a script of this repository exports, and `print`. */
export function startModule(script: string, text: string, env?: NodeJS.ProcessEnv): Running {
  const address = JSON.stringify(pathToFileURL(join(REPOSITORY, "scripts", script)).href);
  const code = `import * as script from ${address};\nconst print = (value) => console.log(JSON.stringify(value));\n${text}`;
  return start(["--input-type=module", "--eval", code], env);
}

/** What the text of an ES module prints; fails when it does not end well. */
export async function resultOf<T>(script: string, text: string, env?: NodeJS.ProcessEnv): Promise<T> {
  const { status, stdout, stderr } = await startModule(script, text, env).ended;
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}
