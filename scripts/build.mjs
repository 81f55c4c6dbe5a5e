// Writes what is derived from the definitions, and compiles the package into dist/.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  renameSync,
  chmodSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { licencesIn } from "./build/licences.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const sources = [
  "dialects",
  "provider",
  "sdk",
  "sandbox",
  "cli",
  "tsconfig.json",
  "tsconfig.build.json",
  "package-lock.json",
];
const stamp = join(root, "dist", ".built");

/** Builds the package when a source is newer than the last build; complete or not at all. */
export async function build({ force = false } = {}) {
  if (!force && existsSync(stamp) && newest(sources.map((name) => join(root, name))) <= statSync(stamp).mtimeMs) return;
  const started = Date.now();
  const { generate } = await import("./generate.mjs");
  await generate();
  if (force) rmSync(join(root, "dist"), { recursive: true, force: true });
  rmSync(stamp, { force: true });
  execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", join(root, "tsconfig.build.json")], {
    stdio: ["ignore", 2, 2],
  });
  bundle();
  plugin();
  page();
  declarations();
  chmodSync(join(root, "dist", "cli", "index.js"), 0o755);
  writeFileSync(stamp, new Date(started).toISOString());
}

/**
 * Puts what every program and every provider process loads into one file each, which takes a third of the time of its
 * parts, and the sandbox's tokenizer into one with the only vocabulary that it uses: the library has thirty megabytes.
 */
function bundle() {
  const { peerDependencies } = require("../package.json");
  for (const entry of ["sdk/index", "provider/runtime", "sandbox/local/chat/tokenizer"]) {
    const outfile = join(root, "dist", `${entry}.js`);
    const { metafile } = buildSync({
      entryPoints: [join(root, `${entry}.ts`)],
      outfile: `${outfile}.partial`,
      bundle: true,
      platform: "node",
      format: "cjs",
      target: "node20",
      // What sends requests is loaded with the first one.
      external: [...Object.keys(peerDependencies), "undici", "../dialects"],
      metafile: true,
    });
    appendFileSync(`${outfile}.partial`, `\n${licencesIn(metafile)}`);
    renameSync(`${outfile}.partial`, outfile);
  }
  for (const name of readdirSync(join(root, "dist", "sdk"), { encoding: "utf8", recursive: true }))
    if (name.endsWith(".js") && name !== "index.js") rmSync(join(root, "dist", "sdk", name));
}

/**
 * Makes the plugin: one file that needs nothing but Node.js beside it, because the engine may copy it anywhere. What
 * starts it (`start.ts`) finds it as comments above, and the file carries the licences of all that is in it.
 */
function plugin() {
  const outfile = join(root, "dist", "plugin", "pulumi-resource-mlplane");
  const { text, metafile } = partOfPlugin("plugin", {
    VERSION: JSON.stringify(require("../package.json").version),
    SCHEMA: JSON.stringify(schema()),
  });
  const mark = createHash("sha256").update(text).digest("hex").slice(0, 32);
  const start = partOfPlugin("start", { MARK: JSON.stringify(mark) }).text;
  mkdirSync(join(outfile, ".."), { recursive: true });
  const lines = [
    "#!/usr/bin/env node",
    "const plugin=(require,exports,module,__filename,__dirname,keep)=>{",
    `//${text.trim().replaceAll("\n", "\n//")}`,
    `};${start}`,
    licencesIn(metafile),
  ];
  writeFileSync(`${outfile}.partial`, lines.join("\n"), { mode: 0o755 });
  renameSync(`${outfile}.partial`, outfile);
}

/**
 * One of the two parts of the plugin's file.
 * @param {string} entry
 * @param {Record<string, string>} define
 */
function partOfPlugin(entry, define) {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [join(root, "provider", `${entry}.ts`)],
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["@azure/identity", "@grpc/proto-loader"], // the second only for what looks into gRPC itself
    define,
    legalComments: "none",
    metafile: true,
    write: false,
  });
  return { text: String(outputFiles[0]?.text), metafile };
}

/** The schema that the plugin serves. */
const schema = () => JSON.stringify(JSON.parse(readFileSync(join(root, "provider", "schema.json"), "utf8")));

/** Puts the page of the sandbox beside the routes that serve it: one script with its view library, and a style. */
function page() {
  const [source, target] = [join(root, "sandbox", "page", "client"), join(root, "dist", "sandbox", "page")];
  const { outputFiles } = buildSync({
    entryPoints: [join(source, "main.tsx"), join(source, "style.css")],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    banner: { js: `/* Includes Preact.\n${readFileSync(join(root, "node_modules", "preact", "LICENSE"), "utf8")}*/` },
    outdir: target,
    write: false,
  });
  for (const { path, text } of outputFiles) writeFileSync(path.replace("main.js", "client.js"), text);
  writeFileSync(join(target, "index.html"), readFileSync(join(source, "index.html"), "utf8"));
}

/** Keeps the types of what programs import, and of what these name; nobody else reads any. */
function declarations() {
  const entries = ["sdk/index.d.ts", "provider/runtime.d.ts", "sandbox/index.d.ts"];
  const needed = new Set(entries.map((path) => join(root, "dist", path)));
  for (const file of needed)
    for (const [, path] of readFileSync(file, "utf8").matchAll(/\b(?:from |import\()"(\.[^"]+)"/g)) {
      const target = join(file, "..", String(path));
      needed.add([`${target}.d.ts`, join(target, "index.d.ts")].find((one) => existsSync(one)) ?? target);
    }
  for (const name of readdirSync(join(root, "dist"), { encoding: "utf8", recursive: true }))
    if (name.endsWith(".d.ts") && !needed.has(join(root, "dist", name))) rmSync(join(root, "dist", name));
}

/**
 * When the newest of some files, or of the files in folders, was written.
 * @param {string[]} paths
 * @returns {number}
 */
function newest(paths) {
  return Math.max(
    ...paths.map((path) => {
      if (!existsSync(path)) return 0;
      const info = statSync(path);
      return info.isDirectory() ? newest([...readdirSync(path).map((name) => join(path, name))]) : info.mtimeMs;
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ force: true });
