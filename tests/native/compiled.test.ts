import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiled } from "../../provider/faces/native/compiled";

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "mlplane-compiled-"));
  folder = join(home, "cache", "plugin");
});
afterEach(() => rmSync(home, { recursive: true }));

const source = (mark: string, text = "() => 42"): Parameters<typeof compiled>[0] => ({
  text: `(${text})`,
  mark,
  filename: "plugin",
  lineOffset: 6,
});
/** Windows has no modes. */
const onPosix = process.platform === "win32" ? test.skip : test;

/** Runs a text as a process does that ends well. */
function run(mark: string, text?: string): unknown {
  const { value, keep } = compiled(source(mark, text), () => folder);
  const result = (value as () => unknown)();
  keep();
  return result;
}
const onlyFile = (): string => {
  expect(readdirSync(folder)).toEqual([expect.stringContaining(process.version)]);
  return join(folder, readdirSync(folder)[0]!);
};

onPosix("what is kept is this user's alone", () => {
  run("a");
  expect([statSync(folder).mode & 0o777, statSync(onlyFile()).mode & 0o777]).toEqual([0o700, 0o600]);
});

test("what was compiled is kept for later processes, and once", () => {
  expect(run("a")).toBe(42);
  const file = onlyFile();
  const made = statSync(file).ino;
  expect(run("a")).toBe(42);
  expect(statSync(onlyFile()).ino).toBe(made);
});

test("what is kept of another text, or half-written, makes way", () => {
  run("a");
  const old = onlyFile();
  writeFileSync(`${old}.17`, "half");
  expect(run("b", "() => 43")).toBe(43);
  expect(onlyFile()).not.toBe(old);
});

test.each<[string, (whole: Buffer) => Buffer]>([
  ["that was changed", (whole) => whole.fill(7, whole.length >> 1)],
  ["that is cut off", (whole) => whole.subarray(0, whole.length >> 1)],
  ["that is empty", () => Buffer.alloc(0)],
])("a kept file %s is compiled again", (_, spoil) => {
  run("a");
  const file = onlyFile();
  const whole = readFileSync(file);
  writeFileSync(file, spoil(Buffer.from(whole)));
  expect(run("a")).toBe(42);
  expect(readFileSync(onlyFile()).equals(whole)).toBe(true);
});

onPosix("a folder that others may write, or that is a link, is neither read nor written", () => {
  run("a");
  const file = onlyFile();
  chmodSync(folder, 0o722);
  expect(run("b", "() => 43")).toBe(43);
  expect(onlyFile()).toBe(file);
  mkdirSync(join(home, "elsewhere"), { mode: 0o700 });
  rmSync(folder, { recursive: true });
  symlinkSync(join(home, "elsewhere"), folder);
  run("a");
  expect(readdirSync(join(home, "elsewhere"))).toEqual([]);
});

test("where no folder can be made, the text runs all the same", () => {
  writeFileSync(join(home, "cache"), "a file");
  expect(run("a")).toBe(42);
});

test("a user without a home keeps nothing", () => {
  const { value, keep } = compiled(source("a"), () => {
    throw new Error("there is none");
  });
  expect((value as () => unknown)()).toBe(42);
  keep();
});

test("an error tells its place in the file", () => {
  const { value } = compiled(source("a", "\n() => new Error('here')"), () => folder);
  expect((value as () => Error)().stack).toMatch(/plugin:8:/);
});
