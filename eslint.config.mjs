import tseslint from "typescript-eslint";

/** Refuses imports that lead from one part of the house into another that it must not know. */
const house = (files, ...forbidden) => ({
  files,
  rules: {
    "no-restricted-imports": ["error", { patterns: forbidden.map(([regex, message]) => ({ regex, message })) }],
  },
});

/** An error that is thrown in the place of another keeps it as its cause. */
const rethrows = ["CatchClause", "CallExpression[callee.property.name='catch'] > .arguments"].map((place) => ({
  selector: `${place} ThrowStatement > NewExpression:not(:has(Property[key.name='cause']))`,
  message: "An error that is thrown in the place of another keeps it as its `cause`.",
}));

const services = { ml: "search|local", search: "ml|local", local: "ml|search" };

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", ".pulumi-local/", "coverage/"] },
  ...tseslint.configs.recommended,
  {
    rules: {
      "no-console": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-require-imports": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "max-len": ["error", 120],
      "max-lines": ["error", 200],
    },
  },
  {
    files: ["{cli,dialects,provider,sandbox,sdk,tests}/**/*.{ts,tsx}"],
    ignores: ["tests/engine/page.test.ts"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
    },
  },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: {
      globals: Object.fromEntries(
        [
          "process",
          "console",
          "URL",
          "setTimeout",
          "clearTimeout",
          "setInterval",
          "clearInterval",
          "fetch",
          "module",
          "require",
          "Buffer",
          "AbortSignal",
          "AbortController",
        ].map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    ignores: ["sandbox/**", "tests/**"],
    rules: {
      "preserve-caught-error": ["error", { requireCatchParameter: true }],
      "no-restricted-syntax": ["error", ...rethrows],
    },
  },
  { files: ["sdk/generated/*.ts"], rules: { "max-lines": "off" } },
  {
    files: ["tests/**/*.ts"],
    rules: { "@typescript-eslint/no-explicit-any": "off", "max-lines": "off", "max-len": "off" },
  },
  house(["provider/core/**/*.ts"], ["^\\.\\./(ml|search|local|\\.\\.)", "core knows no resource and no front door"]),
  ...Object.entries(services).map(([name, others]) =>
    house(
      [`provider/${name}/**/*.ts`],
      [`^(\\.\\./)+(${others})(/|$)`, "services never import from each other"],
      ["/(sdk|cli|sandbox)(/|$)", "providers do not know what stands on top of them"],
    ),
  ),
  house(["provider/*.ts"], ["^\\.\\./(?!dialects)", "providers do not know what stands on top of them"]),
  house(["dialects/**/*.ts"], ["provider|/sdk|/cli|/sandbox", "a dialect is tables that provider and sandbox share"]),
  house(["sandbox/**/*.ts"], ["provider|/sdk|/cli", "the sandbox is an independent judge"]),
  house(["sdk/**/*.ts"], ["/(cli|sandbox)(/|$)", "the SDK stands beside the commands and the sandbox"]),
);
