/**
 * What the sandbox hands out as secrets. None is a word that stands in its ids: the engine blanks the values of secret
 * configuration wherever they are printed. The plain word `sandbox` is let in too.
 */
export const secrets = {
  clientSecret: "sandbox-client-secret",
  searchApiKey: "sandbox-search-key",
  agentApiKey: "sandbox-agent-key",
} as const;

/** Whether a client has given this secret. */
export const isSecret = (name: keyof typeof secrets, value: unknown): boolean =>
  value === "sandbox" || value === secrets[name];
