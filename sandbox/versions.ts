import { versionOfCollection } from "./ml/core/paths";

/** The api-version of the search service: document 2, "Versioning". */
export const searchVersion = "2025-11-01-preview";

/** The api-version that the addresses of operations carry: their own, not that of the request that started them. */
export const operationsVersion = "2022-02-01-preview";

/** The api-version of endpoints, deployments and jobs: document 1, "Versioning". */
export const laterVersion = "2024-04-01";

/** The api-version that belongs to a path of document 1; `undefined` for the others. */
export function versionOf(path: string): string | undefined {
  if (!/^\/(subscriptions|modelmanagement)\//i.test(path)) return undefined;
  if (/\/providers\/[^/]+\/locations\//.test(path)) return operationsVersion;
  return versionOfCollection(path) ?? "2023-10-01";
}
