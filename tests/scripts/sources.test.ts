import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { removeFolders, resultOf, searchPath, temporaryFolder, writeCli, writeProgram } from "./support";

afterAll(removeFolders);

/** Calls a source with a new folder; what it returns, or its error's message. */
function resultOfSource(script: string, source: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const args = `${JSON.stringify(temporaryFolder())}, { log: console.error, signal: new AbortController().signal }`;
  return resultOf(script, `print(await script.${source}(${args}).catch((error) => error.message));`, env);
}

const versionIn = (folder: string): string => execFileSync(join(folder, "pulumi"), ["version"], { encoding: "utf8" });

describe("download", () => {
  const system = `${process.platform}-${process.arch}`;
  const archive = `pulumi-v3.250.0-${system}.tar.gz`;
  const served = new Map<string, Buffer | string>();
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const body = served.get(request.url ?? "");
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  beforeEach(() => {
    const folder = temporaryFolder();
    writeCli(join(folder, "pulumi"));
    execFileSync("tar", ["-czf", archive, "pulumi"], { cwd: folder });
    const packed = readFileSync(join(folder, archive));
    const checksum = createHash("sha256").update(packed).digest("hex");
    served.set(`/a/${archive}`, packed);
    served.set(
      "/c/pulumi-3.250.0-checksums.txt",
      `${"0".repeat(64)}  pulumi-v3.250.0-plan9-x64.tar.gz\n${checksum}  ${archive}\n`,
    );
  });

  const download = (): Promise<string> =>
    resultOfSource("pulumi/download.mjs", `download({ archives: "${url}/a", checksums: "${url}/c" })`);

  test("unpacks the release for this system", async () => {
    expect(versionIn(await download())).toBe("v3.250.0\n");
  });

  test("refuses an archive that does not have its published checksum", async () => {
    served.set(`/a/${archive}`, Buffer.from("something else"));
    expect(await download()).toBe(`${archive} does not have its published checksum`);
  });

  test("is not available without a published checksum", async () => {
    served.set("/c/pulumi-3.250.0-checksums.txt", "");
    expect(await download()).toBe(`there is no ${archive}`);
    served.delete("/c/pulumi-3.250.0-checksums.txt");
    expect(await download()).toBe(`${url}/c/pulumi-3.250.0-checksums.txt answered 404`);
  });

  test("says which host cannot be reached", async () => {
    const closed = 'download({ archives: "http://127.0.0.1:1", checksums: "http://127.0.0.1:1" })';
    expect(await resultOfSource("pulumi/download.mjs", closed)).toBe("127.0.0.1:1 cannot be reached");
  });
});

describe("build", () => {
  /** A stand-in for Go that "builds" a CLI and keeps what it was asked in a file `asked`. */
  const building = `
    while [ "$1" != -o ]; do flags="$flags $1"; shift; done
    mkdir -p "$(dirname "$2")"
    printf '#!/bin/sh\\necho v3.250.0\\n' > "$2"; chmod +x "$2"
    { echo "$3$flags"; cat go.mod; } >> "$(dirname "$0")/asked"`;

  const sdk = (): string => {
    const folder = temporaryFolder();
    writeCli(folder);
    return folder;
  };
  const build = (go: string): Promise<string> =>
    resultOfSource("pulumi/build.mjs", `build({ sdk: ${JSON.stringify(sdk())} })`, { PATH: searchPath(go) });

  test("builds the CLI and its language host, each in a module of its own, and adds the SDK's plug-in", async () => {
    const go = writeProgram(temporaryFolder(), "go", building);
    const folder = await build(go);
    expect(versionIn(folder)).toBe("v3.250.0\n");
    expect(await resultOf("pulumi/installation.mjs", `print(script.isComplete(${JSON.stringify(folder)}))`)).toBe(true);
    const asked = readFileSync(join(go, "asked"), "utf8");
    const [cli, host] = asked.split(/^(?=\S*pulumi-language-nodejs build)/m);
    expect(cli).toContain("pkg/v3/cmd/pulumi build -mod=mod");
    expect(cli).toContain("version.Version=v3.250.0\n");
    expect(cli).toContain("require github.com/pulumi/pulumi/pkg/v3 v3.250.0");
    expect(host).toContain("version.Version=v3.68.0\n");
    expect(host).toContain("require github.com/pulumi/pulumi/sdk/v3 v3.68.0");
  });

  test("gives Go's own reason when Go cannot build", async () => {
    const reason = "go: go.mod requires go >= 1.25.11 (running go 1.21.0; GOTOOLCHAIN=local)";
    expect(await build(writeProgram(temporaryFolder(), "go", `echo "go: trying"; echo "${reason}" >&2; exit 1`))).toBe(
      reason,
    );
  });

  test("says when Go is not installed", async () => {
    expect(await build("/nowhere")).toBe("`go` is not installed");
  });
});
