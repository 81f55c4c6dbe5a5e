import { sendWrite } from "../../core/http";
import type { Context } from "../../core/resource";
import { isBag } from "../../core/wire";
import { LATER_VERSION } from "../shared";

/** The containers of a deployment: the one that scores, and the one that fetches the model before. */
export const containers = {
  "inference-server": "InferenceServer",
  "storage-initializer": "StorageInitializer",
} as const;

/** POST {deployment}/getLogs: the last lines that a container has written. */
export async function logsOf(
  deployment: string,
  container: keyof typeof containers,
  lines: number | undefined,
  { ml }: Context,
): Promise<string> {
  const body = { containerType: containers[container], ...(lines !== undefined && { tail: lines }) };
  const answer = await sendWrite(ml, {
    method: "POST",
    path: `${deployment}/getLogs`,
    body,
    apiVersion: LATER_VERSION,
    repeat: "always",
  });
  const content = isBag(answer.body) ? answer.body["content"] : answer.body;
  return typeof content === "string" ? content : "";
}
