import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { removeFolders, resultOf, type Running, startModule, temporaryFolder, writeCli } from "./support";

afterAll(removeFolders);

/**
 * Source text that calls `ensurePulumi` and prints its folder or its error's message, the sources that were asked, and
 * the progress.
 */
function ensuring({ path = "", cache, sources }: { path?: string; cache: string; sources: string }): string {
  return `
    import { cp } from "node:fs/promises";
    import { writeFileSync } from "node:fs";
    import { join } from "node:path";
    const asked = [];
    const says = (name, source) => (...args) => (asked.push(name), source(...args));
    const copies = (cli) => async (folder) => (await cp(cli, folder, { recursive: true }), folder);
    const fails = (reason) => async () => { throw new Error(reason); };
    const options = { path: ${JSON.stringify(path)}, cache: ${JSON.stringify(cache)}, sources: ${sources} };
    const result = await script.ensurePulumi(options).catch((error) => error.message);
    print({ result, asked });`;
}

interface Outcome {
  readonly result: string;
  readonly asked: string[];
}
const ensure = (options: Parameters<typeof ensuring>[0]): Promise<Outcome> => resultOf("pulumi.mjs", ensuring(options));
const copies = (name: string, cli: string): string => `${name}: says("${name}", copies(${JSON.stringify(cli)}))`;
const fails = (name: string): string => `${name}: says("${name}", fails("no ${name}"))`;

describe("ensurePulumi", () => {
  let cache: string;
  let cached: string;
  beforeEach(() => {
    cache = join(temporaryFolder(), "cache");
    cached = join(cache, "pulumi-3.250.0");
  });

  test("takes the CLI on PATH before any other", async () => {
    writeCli(cached);
    const bin = writeCli(temporaryFolder());
    expect(await ensure({ path: `/nowhere:${bin}`, cache, sources: `{ ${fails("a")} }` })).toEqual({
      result: bin,
      asked: [],
    });
  });

  test("passes over a CLI on PATH that is too old, or has no language host", async () => {
    const old = writeCli(temporaryFolder(), { version: "v3.226.0" });
    const alone = writeCli(temporaryFolder());
    rmSync(join(alone, "pulumi-language-nodejs"));
    const newer = writeCli(temporaryFolder());
    expect(await ensure({ path: [old, alone, newer].join(":"), cache, sources: "{}" })).toEqual({
      result: newer,
      asked: [],
    });
  });

  test("fills the cache from the first source that has one, and asks none the next time", async () => {
    const cli = writeCli(temporaryFolder());
    const sources = `{ ${fails("a")}, ${copies("b", cli)}, ${copies("c", cli)} }`;
    expect(await ensure({ cache, sources })).toEqual({ result: cached, asked: ["a", "b"] });
    expect(readdirSync(cache)).toEqual(["pulumi-3.250.0"]);
    expect(await ensure({ cache, sources })).toEqual({ result: cached, asked: [] });
  });

  test("repairs a cached CLI of which a file has gone", async () => {
    writeCli(cached);
    rmSync(join(cached, "pulumi-resource-pulumi-nodejs"));
    expect(await ensure({ cache, sources: `{ ${copies("a", writeCli(temporaryFolder()))} }` })).toEqual({
      result: cached,
      asked: ["a"],
    });
    expect(existsSync(join(cached, "pulumi-resource-pulumi-nodejs"))).toBe(true);
  });

  test("takes from no source what is incomplete, too old or does not answer", async () => {
    const incomplete = writeCli(temporaryFolder());
    rmSync(join(incomplete, "pulumi-language-nodejs"));
    const old = writeCli(temporaryFolder(), { version: "v3.1.0" });
    const broken = writeCli(temporaryFolder(), { version: "; echo cannot execute >&2; exit 126" });
    const silent = writeCli(temporaryFolder(), { version: "; exit 1" });
    const sources = [copies("a", incomplete), copies("b", old), copies("c", broken), copies("d", silent)];
    const { result } = await ensure({ cache, sources: `{ ${sources.join()} }` });
    expect(result.split("\n")).toHaveLength(3);
    expect(result).toContain(
      "a: incomplete, or too old (v3.250.0); b: incomplete, or too old (v3.1.0); c: cannot execute",
    );
    expect(readdirSync(cache)).toEqual([]);
  });

  test("says in three lines what to install when there is no CLI to be had", async () => {
    const { result } = await ensure({ cache, sources: `{ ${fails("download")}, ${fails("build")} }` });
    expect(result.split("\n")).toEqual([
      "There is no Pulumi CLI 3.227.0 or newer on PATH, and none could be had (download: no download; build: " +
        "no build).",
      "Install it, with its Node.js language host: https://www.pulumi.com/docs/install/",
      "Or install Go 1.25.11 or newer, with which it is built here: https://go.dev/doc/install",
    ]);
    expect(readdirSync(cache)).toEqual([]);
  });

  describe("when another run gets it at the same time", () => {
    let first: Running;
    afterEach(() => first.process.kill("SIGKILL"));

    /** Starts a run that has half a CLI and waits for its input to end before it has a whole one. */
    async function startFirst(cli: string): Promise<Running> {
      const source = `async (folder) => {
        writeFileSync(join(folder, "pulumi"), "half");
        console.error("half done");
        for await (const _ of process.stdin);
        return copies(${JSON.stringify(cli)})(folder);
      }`;
      const running = startModule("pulumi.mjs", ensuring({ cache, sources: `{ a: says("a", ${source}) }` }));
      await running.shows("half done");
      return running;
    }
    const outcome = async (running: Running): Promise<Outcome> => JSON.parse((await running.ended).stdout) as Outcome;

    test("the second waits, says so, and uses what the first got", async () => {
      first = await startFirst(writeCli(temporaryFolder()));
      const second = startModule("pulumi.mjs", ensuring({ cache, sources: `{ ${fails("a")} }` }));
      await second.shows("Waiting for another run that gets the Pulumi CLI");
      first.process.stdin?.end();
      expect(await outcome(first)).toEqual({ result: cached, asked: ["a"] });
      expect(await outcome(second)).toEqual({ result: cached, asked: [] });
    });

    test("a killed run leaves nothing that is taken for a CLI, and the next one starts afresh", async () => {
      first = await startFirst(writeCli(temporaryFolder()));
      first.process.kill("SIGKILL");
      await first.ended;
      expect(existsSync(cached)).toBe(false);
      expect(await ensure({ cache, sources: `{ ${copies("b", writeCli(temporaryFolder()))} }` })).toEqual({
        result: cached,
        asked: ["b"],
      });
      expect(readdirSync(cache)).toEqual(["pulumi-3.250.0"]);
    });

    test("a run that waits takes over from one that is killed", async () => {
      first = await startFirst(writeCli(temporaryFolder()));
      const second = startModule(
        "pulumi.mjs",
        ensuring({ cache, sources: `{ ${copies("b", writeCli(temporaryFolder()))} }` }),
      );
      await second.shows("Waiting");
      first.process.kill("SIGKILL");
      expect(await outcome(second)).toEqual({ result: cached, asked: ["b"] });
    });
  });
});
