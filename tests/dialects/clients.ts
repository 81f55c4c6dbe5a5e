import { AzureMachineLearningWorkspaces } from "@azure/arm-machinelearning";
import { AzureKeyCredential, SearchIndexClient } from "@azure/search-documents";
import type { Sandbox } from "../../sandbox";

export const credential = new AzureKeyCredential("sandbox");
export const options = {
  serviceVersion: "2025-11-01-preview",
  allowInsecureConnection: true,
  retryOptions: { maxRetries: 0 },
};

/** The vendor's client of definitions of the search service. */
export const searchIndexes = (sandbox: Sandbox): SearchIndexClient =>
  new SearchIndexClient(sandbox.url, credential, options);

/**
 * The vendor's client of ML resource management with a version: its pipeline refuses tokens without TLS, so that the
 * token is set by hand.
 */
export function management(sandbox: Sandbox, apiVersion = "2023-10-01"): AzureMachineLearningWorkspaces {
  const made = new AzureMachineLearningWorkspaces(
    { getToken: async () => ({ token: "sandbox", expiresOnTimestamp: Date.now() + 3_600_000 }) },
    "sandbox",
    { endpoint: sandbox.url, apiVersion, allowInsecureConnection: true },
  );
  made.pipeline.removePolicy({ name: "bearerTokenAuthenticationPolicy" });
  made.pipeline.addPolicy({
    name: "token",
    sendRequest: (request, next) => {
      request.headers.set("authorization", "Bearer sandbox");
      return next(request);
    },
  });
  return made;
}

/** The version of endpoints, deployments and jobs. */
export const LATER = "2024-04-01";

/** The options of a client that waits for an operation without waiting between its looks. */
export const quick = { updateIntervalInMs: 1 };

/** All items of a list, its pages followed. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
