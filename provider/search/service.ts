import { plainForm } from "../core/form";
import { defineService, passing, REFER, type Setting } from "../core/service";
import { ownNotFound } from "../core/notThere";
import { checkCaller, credentials } from "../issuer";

declare module "../core/settings" {
  interface Services {
    search: true;
  }
}

/** Calls per second that the tiers allow: document 2, "Limits". */
const callsPerSecond: Record<string, number> = { free: 3, basic: 10, standard: 50, storageOptimized: 100 };

/** The configuration keys of document 2. */
export const settings = {
  searchEndpoint: { description: "The address of the search service, `{base_url}` of document 2.", address: true },
  searchApiKey: { description: "The admin API key of the search service.", secret: true },
  searchScope: {
    description: "The token scope of the search service: without an API key, a bearer token for it is used.",
  },
  searchTier: {
    description:
      "The tier of the search service (`free`, `basic`, `standard`, `storageOptimized`), to keep all calls " +
      "below its rate.",
    choices: Object.keys(callsPerSecond),
  },
} as const satisfies Record<string, Setting>;

/** The search service. */
export const search = defineService({
  name: "the search service",
  address: "searchEndpoint",
  needs: (get) => [
    "searchEndpoint",
    ...(get("searchApiKey") !== undefined
      ? []
      : get("searchScope") !== undefined
        ? credentials(get)
        : ["searchApiKey"]),
  ],
  authorize: ({ get, need }, tokens) => {
    const token = tokens(() => ({ scope: need("searchScope") }));
    return async (refused, tell) => {
      const key = get("searchApiKey");
      return key === undefined ? token(refused, tell) : { "api-key": key };
    };
  },
  apiVersion: "2025-11-01-preview",
  passing,
  perSecond: ({ get }) => callsPerSecond[get("searchTier") ?? ""],
  advice: ({ status, reason }, { get }) =>
    status === 401 || status === 403
      ? get("searchApiKey") === undefined
        ? checkCaller(get, "its roles (Search Service Contributor and Search Index Data Contributor)")
        : "Check searchApiKey (MLPLANE_SEARCH_API_KEY): an admin key is needed."
      : status === 404 || /does not exist|not found/i.test(reason)
        ? REFER
        : undefined,
  form: {
    ...plainForm,
    secretNames: ["connectionString", "apiKey"],
    redacted: ["<redacted>", "<unchanged>"],
    etag: "@odata.etag",
    next: ["nextLink", "@odata.nextLink"],
    saysNotThere: ownNotFound({ codeless: true, requestIds: ["request-id", "x-ms-request-id"] }),
  },
});
