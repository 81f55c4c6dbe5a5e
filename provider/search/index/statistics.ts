import { path, readObject } from "../../core/http";
import type { Context } from "../../core/resource";
import { asNumber } from "../../core/wire";

/**
 * GET /indexes/{index}/stats: how many documents there are and the bytes they take, at some time of the last minutes.
 */
export async function statisticsOf(
  index: string,
  { search }: Pick<Context, "search">,
): Promise<{ documentCount: number; storageSize: number }> {
  const { body } = await readObject(search, { method: "GET", path: path`/indexes/${index}/stats` });
  return { documentCount: asNumber(body["documentCount"]), storageSize: asNumber(body["storageSize"]) };
}
