import { existsSync } from "node:fs";
import { join } from "node:path";
import { removeFolders, resultOf, searchPath, temporaryFolder, writeProgram } from "./support";

/** What programs in other languages need, with stand-ins for Python and Go. */

afterAll(removeFolders);

const PYTHON =
  'if [ "$1" = -c ]; then echo 3.11; elif [ "$2" = venv ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; fi';
const GO = `case "$1" in
  list) mkdir -p python/cmd; echo x > python/cmd/pulumi-language-python-exec; pwd;;
  build) while [ "$1" != -o ]; do shift; done; mkdir -p "$(dirname "$2")"; echo x > "$2"; chmod +x "$2";;
esac`;

const ensure = (cache: string, ...path: string[]): Promise<{ bin?: string; environment?: string } | string> =>
  resultOf(
    "languages.mjs",
    `print(await script.ensureLanguages({ cache: ${JSON.stringify(cache)}, log() {} }).catch(({ message }) => message));`,
    { ...process.env, PATH: path.join(":") },
  );

test("what is missing is made once, and kept", async () => {
  const cache = temporaryFolder();
  const tools = temporaryFolder();
  writeProgram(tools, "python3", PYTHON);
  writeProgram(tools, "go", GO);
  const made = (await ensure(cache, searchPath(tools))) as { bin: string; environment: string };
  expect(existsSync(join(made.bin, "pulumi-language-python-exec"))).toBe(true);
  expect(existsSync(join(made.environment, "bin", "python"))).toBe(true);
  const python = writeProgram(temporaryFolder(), "python3", PYTHON);
  writeProgram(python, "go", "exit 1");
  expect(await ensure(cache, searchPath(python))).toEqual(made);
});

test.each([
  ["Python", {}, /^There is no Python with `venv` \(`python3` is not installed\)\. Install Python 3\.9 or newer/],
  ["a part of Python", { python3: "echo no module >&2; exit 1" }, /\(no module\)\. Install Python 3\.9 or newer/],
  ["Go", { python3: PYTHON }, /\(`go` is not installed\)\. Install Go 1\.25\.11 or newer: https/],
])("where there is no %s, it says what to install", async (_, programs, message) => {
  const tools = temporaryFolder();
  for (const name of ["mkdir", "cp", "sh"]) writeProgram(tools, name, `exec /bin/${name} "$@"`);
  for (const [name, body] of Object.entries(programs)) writeProgram(tools, name, body);
  expect(await ensure(temporaryFolder(), tools)).toMatch(message);
});
