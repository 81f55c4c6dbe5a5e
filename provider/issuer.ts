import { plainForm } from "./core/form";
import { defineService, passing, type Setting } from "./core/service";
import type { Settings } from "./core/settings";

/** The configuration keys of the token issuer: document 1, "Authentication". */
export const settings = {
  authEndpoint: { description: "The address of the token issuer, `{auth_url}` of document 1.", address: true },
  tenantId: { description: "The tenant of the service principal." },
  clientId: { description: "The client ID of the service principal." },
  clientSecret: { description: "The client secret of the service principal.", secret: true },
  credential: {
    description:
      "Where tokens come from: `clientSecret`, the token issuer by a client secret, or `default`, the chain of " +
      "`@azure/identity` (environment, workload identity, managed identity, Azure CLI …). Default is " +
      "`clientSecret`; with the dialect `azure` only where a clientSecret is configured.",
    choices: ["clientSecret", "default"],
  },
} as const satisfies Record<string, Setting>;

/** The configuration keys without which there is no token. */
export const credentials = (get: Settings["get"]): readonly string[] =>
  get("credential") === "default" ? [] : ["authEndpoint", "tenantId", "clientId", "clientSecret"];

/** What to check where a service refuses a caller with a token: whose token it is, and what that one may do. */
export const checkCaller = (get: Settings["get"], roles: string): string =>
  (get("credential") === "default"
    ? "Check whose login `credential: default` finds (its environment, managed identity or `az login`)"
    : "Check the service principal (tenantId, clientId, clientSecret)") + `, and ${roles}.`;

/** The token issuer, which the services with tokens have in common. */
export const issuer = defineService({
  name: "the token issuer",
  address: "authEndpoint",
  needs: credentials,
  passing,
  // Asked by calls that have their turn, also where it is at the address of the service that they go to.
  queue: "tokens",
  advice: ({ status }) =>
    status < 500
      ? "Check tenantId, clientId and clientSecret (MLPLANE_TENANT_ID, MLPLANE_CLIENT_ID, MLPLANE_CLIENT_SECRET)."
      : undefined,
  form: plainForm,
});
