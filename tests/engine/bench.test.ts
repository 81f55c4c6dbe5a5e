import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(__dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "bench-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a run with small numbers makes the page and its pictures", async () => {
  const small = ["--sizes", "2", "--count", "3", "--rates", "50", "--only", "cost,rates", "--write", "--into", folder];
  await promisify(execFile)(process.execPath, [join(root, "scripts", "bench.mjs"), ...small], { cwd: root });
  const page = readFileSync(join(folder, "benchmark.md"), "utf8");
  const names = [...page.matchAll(/\]\(images\/([^)]+)\)/g)].map(([, name]) => name!);
  expect(names).toEqual(["benchmark-cost.svg", "benchmark-pace.svg"]);
  const [cost, pace] = names.map((name) => readFileSync(join(folder, "images", name), "utf8"));
  const titles = (svg = ""): string[] => [...svg.matchAll(/class="title"[^>]*>([^<]*)</g)].map(([, title]) => title!);
  expect(titles(cost)).toEqual(["up", "preview", "refresh", "destroy"].map((command) => `${command}: CPU seconds`));
  for (const way of ["nothing", "mlplane", "byHand"]) expect(cost!.split(`<circle class="${way}"`)).toHaveLength(5);
  expect(titles(pace)).toEqual(["50 requests per second"]);
  expect(pace).toMatch(/class="line mlplane" d="M[\d.]+ [\d.]+L/);
  for (const svg of [cost, pace]) expect(svg).not.toMatch(/NaN|undefined|Infinity/);
}, 400_000);
