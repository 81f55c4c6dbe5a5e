import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkout,
  removeFolders,
  resultOf,
  searchPath,
  start,
  temporaryFolder,
  writeCli,
  writeProgram,
} from "./support";

afterAll(removeFolders);

describe("node scripts/pulumi.mjs", () => {
  const script = (folder: string): string => join(folder, "scripts", "pulumi.mjs");

  test("--dir prints the folder of the CLI on PATH, and nothing else", async () => {
    const bin = writeCli(temporaryFolder());
    const { status, stdout, stderr } = await start([script(checkout()), "--dir"], { PATH: searchPath(bin) }).ended;
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${bin}\n`, stderr: "" });
  });

  test("runs the CLI with the arguments, and ends with its exit status", async () => {
    const bin = writeCli(temporaryFolder(), { body: 'echo "$#: $*"; exit 7' });
    for (const dashes of [[], ["--"]]) {
      const { status, stdout } = await start([script(checkout()), ...dashes, "preview", "--stack", "a b"], {
        PATH: searchPath(bin),
      }).ended;
      expect({ status, stdout }).toEqual({ status: 7, stdout: "3: preview --stack a b\n" });
    }
  });

  test("the CLI finds its own folder first on PATH and a folder for its state", async () => {
    const folder = checkout();
    const bin = writeCli(temporaryFolder(), { body: 'echo "$PATH"; echo "$PULUMI_BACKEND_URL"' });
    const { stdout } = await start([script(folder), "up"], { PATH: searchPath("/nowhere", bin) }).ended;
    const [path, backend] = stdout.split("\n");
    expect(path?.split(":").slice(0, 2)).toEqual([bin, "/nowhere"]);
    expect(backend).toBe(`file://${folder}/.pulumi-local/state`);
    expect(existsSync(join(folder, ".pulumi-local", "state"))).toBe(true);
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "passes %s on once, however often it comes, and waits for the CLI",
    async (signal) => {
      const body = `exec node -e '
      let count = 0;
      process.on("${signal}", () => console.log("interrupted", ++count));
      process.stdin.resume().on("end", () => process.exit(3));
      console.log("ready");'`;
      const running = start([script(checkout()), "up"], { PATH: searchPath(writeCli(temporaryFolder(), { body })) });
      await running.shows("ready");
      running.process.kill(signal);
      await running.shows("interrupted");
      running.process.kill(signal);
      await start(["--eval", ""]).ended; // long enough for a second one to come through
      running.process.stdin?.end();
      const { status, stdout } = await running.ended;
      expect({ status, stdout }).toEqual({ status: 3, stdout: "ready\ninterrupted 1\n" });
    },
  );

  test("ends as the CLI ends when that is killed", async () => {
    const bin = writeCli(temporaryFolder(), { body: "kill -KILL $$" });
    expect(await start([script(checkout()), "up"], { PATH: searchPath(bin) }).ended).toMatchObject({
      status: null,
      signal: "SIGKILL",
    });
  });

  test("says in one line that a CLI cannot be run", async () => {
    const home = temporaryFolder();
    const cache = process.platform === "darwin" ? join(home, "Library", "Caches") : home;
    writeCli(join(cache, "mlplane", "pulumi-3.250.0"));
    writeFileSync(join(cache, "mlplane", "pulumi-3.250.0", "pulumi"), "#!/nowhere\n");
    const env = { PATH: searchPath(), HOME: home, XDG_CACHE_HOME: home };
    const { status, stderr } = await start([script(checkout()), "up"], env).ended;
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^spawn .*pulumi ENOENT\n$/) });
  });

  test("says what is wrong without a stack trace", async () => {
    const notAFolder = join(checkout(), "scripts", "pulumi.mjs");
    const env = { PATH: searchPath(), HOME: notAFolder, XDG_CACHE_HOME: notAFolder };
    const { status, stdout, stderr } = await start([script(checkout()), "--dir"], env).ended;
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^ENOTDIR: .*\n$/);
  });

  describe("in a fresh clone", () => {
    const npm = (body: string): string => searchPath(writeProgram(writeCli(temporaryFolder()), "npm", body));
    const installing = 'echo "added 300 packages"; mkdir node_modules; echo "$*" > node_modules/.package-lock.json';

    test("installs the packages first, quietly", async () => {
      const folder = checkout({ packages: false });
      const { status, stdout, stderr } = await start([script(folder), "--dir"], { PATH: npm(installing) }).ended;
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).not.toContain("added");
      expect(existsSync(join(folder, "node_modules", ".package-lock.json"))).toBe(true);
    });

    test("two at a time install them once", async () => {
      const folder = checkout({ packages: false });
      const env = { PATH: npm(`if [ -e node_modules ]; then echo "already there" >&2; exit 1; fi; ${installing}`) };
      const both = await Promise.all([
        start([script(folder), "--dir"], env).ended,
        start([script(folder), "--dir"], env).ended,
      ]);
      expect(both.map(({ status }) => status)).toEqual([0, 0]);
    });

    test("says in one line when they cannot be installed", async () => {
      const { status, stderr } = await start([script(checkout({ packages: false })), "--dir"], { PATH: npm("exit 1") })
        .ended;
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: "The packages could not be installed: run `npm ci` to see why.\n",
      });
    });
  });
});

describe("the version of the CLI", () => {
  test.each([
    ["v3.227.0", true],
    ["3.230.1\n", true],
    ["v3.250.0-alpha.1+dirty", true],
    ["v3.226.9", false],
    ["v2.300.0", false],
    ["v4.0.0", false],
    ["", false],
    ["command not found", false],
  ])("%j is new enough: %j", async (answer, expected) => {
    expect(await resultOf("pulumi/installation.mjs", `print(script.isNewEnough(${JSON.stringify(answer)}))`)).toBe(
      expected,
    );
  });
});

describe("pulumiEnvironment", () => {
  const environment = (env: Record<string, string>): Promise<Record<string, string>> =>
    resultOf(
      "pulumi.mjs",
      `print(script.pulumiEnvironment(${JSON.stringify({ folder: "/cli", env, local: temporaryFolder() })}))`,
    );

  test("is offline, with a state and a home of its own and an empty passphrase", async () => {
    expect(await environment({})).toEqual({
      PATH: "/cli",
      PULUMI_BACKEND_URL: expect.stringMatching(/^file:\/\/.*\/state$/),
      PULUMI_HOME: expect.stringMatching(/home$/),
      PULUMI_CONFIG_PASSPHRASE: "",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    });
  });

  test("keeps what is set", async () => {
    const env = {
      PATH: "/bin",
      PULUMI_BACKEND_URL: "s3://states",
      PULUMI_HOME: "/home",
      PULUMI_CONFIG_PASSPHRASE: "p",
      REGION: "west",
    };
    expect(await environment(env)).toMatchObject({ ...env, PATH: "/cli:/bin" });
  });

  test("sets no passphrase where a file holds it", async () => {
    expect(await environment({ PULUMI_CONFIG_PASSPHRASE_FILE: "/passphrase" })).not.toHaveProperty(
      "PULUMI_CONFIG_PASSPHRASE",
    );
  });
});
