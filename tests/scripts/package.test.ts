import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";

/** What a user installs. */

const root = join(__dirname, "../..");
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
  "dependencies" | "peerDependencies",
  Record<string, string>
>;
const packed = (): string[] => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const shell = process.platform === "win32";
  const [{ files }] = JSON.parse(
    execFileSync("npm", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], shell }),
  ) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
};

const PLUGIN = "dist/plugin/pulumi-resource-mlplane";

test("the plugin is one file that can be executed, and holds the licences of all that is in it", () => {
  const path = join(root, PLUGIN);
  expect(statSync(path).mode & 0o111).toBe(0o111);
  const text = readFileSync(path, "utf8");
  for (const name of ["@grpc/grpc-js", "@pulumi/pulumi", "google-protobuf", "undici", "zod"])
    expect(text).toContain(`\nIncludes ${name}.\n`);
  const required = [...text.matchAll(/\brequire\("([^".][^"]*)"\)/g)].map(([, name]) => name!).filter(isForeign);
  // The second is for what looks into gRPC itself, which the plugin does not.
  expect([...new Set(required)].sort()).toEqual(["@azure/identity", "@grpc/proto-loader"]);
});

test.each(["sdk/index", "provider/runtime"])("%s is one file that holds the licences of all that is in it", (name) => {
  const text = readFileSync(join(root, "dist", `${name}.js`), "utf8");
  for (const library of ["fastest-levenshtein", "tinyduration", "zod"])
    expect(text).toContain(`\nIncludes ${library}.\n`);
  const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, path]) => path!).filter(isForeign);
  const others = required.filter((path) => !/^(@pulumi\/pulumi(\/.+)?|mlplane\/runtime)$/.test(path));
  // All of these are loaded where they are needed, and of undici only what sends a request.
  expect([...new Set(others)].sort()).toEqual([
    "../dialects",
    "@azure/identity",
    "undici/lib/api/api-request",
    "undici/lib/dispatcher/agent",
    "undici/lib/global",
  ]);
});

const isForeign = (name: string): boolean => !name.startsWith("node:") && !builtinModules.includes(name);

test("the package says where its home and its source are", () => {
  const { homepage, repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    homepage?: string;
    repository?: { url?: string };
  };
  for (const url of [homepage, repository?.url]) expect(url).toMatch(/^(git\+)?https:\/\/[\w.]+\/mlplane\/mlplane/);
});

test("the package holds what its users need, and nothing else", () => {
  const files = packed();
  for (const needed of [
    "dist/sdk/index.js",
    "dist/sdk/generated/search.d.ts",
    "dist/cli/index.js",
    PLUGIN,
    "README.md",
  ])
    expect(files).toContain(needed);
  const others = files.filter(
    (path) =>
      !/^(dist\/.+\.(js|d\.ts)|dist\/sandbox\/page\/[a-z]+\.(html|css)|dist\/plugin\/pulumi-resource-mlplane|docs\/.+\.md|examples\/.+|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/.test(
        path,
      ) || /^dist\/(.+\.test\.|tests\/|scripts\/)|node_modules/.test(path),
  );
  expect(others).toEqual([]);
});

test("the package has the types that programs import, what these name, and no others", () => {
  const types = packed().filter((path) => path.endsWith(".d.ts"));
  const named = types.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/\b(?:from |import\()"(\.[^"]+)"/g)].map(([, name]) => {
      const target = join(path, "..", name!).replaceAll("\\", "/");
      return [`${target}.d.ts`, `${target}/index.d.ts`].find((one) => existsSync(join(root, one))) ?? target;
    }),
  );
  const entries = ["dist/sdk/index.d.ts", "dist/provider/runtime.d.ts", "dist/sandbox/index.d.ts"];
  expect([...new Set([...entries, ...named])].sort()).toEqual(types.sort());
});

test("what the package loads is installed with it", () => {
  const installed = [...Object.keys({ ...dependencies, ...peerDependencies }), "mlplane"];
  const missing = packed()
    .filter((path) => path.startsWith("dist/") && path.endsWith(".js") && existsSync(join(root, path)))
    .flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(/\brequire\("([^".][^"]*)"\)/g)].map(([, name]) => [
        path,
        name!,
      ]),
    )
    .filter(([, name]) => {
      const [scope, own] = name!.replace(/^node:/, "").split("/") as [string, string?];
      const library = scope.startsWith("@") ? `${scope}/${own}` : scope;
      return !builtinModules.includes(scope) && !installed.includes(library);
    });
  expect(missing).toEqual([]);
});
