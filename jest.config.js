const transform = { "\\.ts$": ["ts-jest", { tsconfig: "tsconfig.json", diagnostics: false }] };
const shared = {
  transform,
  setupFilesAfterEnv: ["<rootDir>/tests/timeout.ts"],
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.pulumi-local/"],
};

/** @type {import("jest").Config} */
module.exports = {
  maxWorkers: 4, // most tests wait for a service or for the CLI, not for the processor
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["<rootDir>/tests/**/*.test.ts", "<rootDir>/examples/**/*.test.ts"],
      moduleNameMapper: { "^mlplane$": "<rootDir>/sdk", "^mlplane/sandbox$": "<rootDir>/sandbox" },
      testPathIgnorePatterns: ["/node_modules/", "/tests/engine/"],
    },
    {
      ...shared,
      displayName: "engine",
      testMatch: ["<rootDir>/tests/engine/**/*.test.ts"],
      globalSetup: "<rootDir>/tests/engine/setup.mjs",
      globalTeardown: "<rootDir>/tests/engine/teardown.mjs",
    },
  ],
};
