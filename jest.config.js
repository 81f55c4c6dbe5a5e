/** @type {import("jest").Config} */
module.exports = {
  roots: ["<rootDir>/tests"],
  testMatch: ["**/*.test.ts"],
  transform: { "\\.ts$": ["ts-jest", { tsconfig: "tsconfig.json", diagnostics: false }] },
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.pulumi-local/"],
  testTimeout: 60_000,
};
