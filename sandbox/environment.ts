import { secrets } from "./secrets";

/** The `MLPLANE_…` variables by which a client finds the sandbox at `url` and is let in. */
export function environmentOf(url: string, dialect?: string): Record<string, string> {
  return {
    ...(dialect !== undefined && { MLPLANE_DIALECT: dialect, MLPLANE_TOKEN_RESOURCE: url }),
    MLPLANE_ML_ENDPOINT: url,
    MLPLANE_AUTH_ENDPOINT: url,
    MLPLANE_TENANT_ID: "sandbox",
    MLPLANE_CLIENT_ID: "sandbox",
    MLPLANE_CLIENT_SECRET: secrets.clientSecret,
    MLPLANE_SUBSCRIPTION_ID: "sandbox",
    MLPLANE_RESOURCE_GROUP: "sandbox",
    MLPLANE_AGENT_ENDPOINT: url,
    MLPLANE_AGENT_API_KEY: secrets.agentApiKey,
    MLPLANE_SEARCH_ENDPOINT: url,
    MLPLANE_SEARCH_API_KEY: secrets.searchApiKey,
    MLPLANE_LOCAL_ENDPOINT: url,
  };
}
