// `node --require` of this file runs the sources as they are, without types being checked.
const { readFileSync } = require("node:fs");
const { ModuleKind, ScriptTarget, transpileModule } = require("typescript");

const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };

require.extensions[".ts"] = (module, file) =>
  module._compile(transpileModule(readFileSync(file, "utf8"), { compilerOptions }).outputText, file);
