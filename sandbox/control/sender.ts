import type { HonoRequest } from "hono";
import type { LoggedRequest } from "../publicTypes";

/** Who sends a request, by what it says of itself. */
export function senderOf(request: HonoRequest): LoggedRequest["from"] {
  const name = request.header("x-ms-useragent") ?? request.header("user-agent") ?? "";
  if (/^mlplane\b/.test(name)) return "package";
  if (/azsdk|openai|foundry/i.test(name)) return "vendor";
  return name.startsWith("Mozilla/") ? "browser" : "other";
}
