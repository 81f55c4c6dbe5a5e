import { isBag, member } from "./wire";

/** A 404, as it came. */
export interface Missing {
  /** The URL path that was asked for. */
  path: string;
  headers: Record<string, string>;
  /** The parsed body; `undefined` where it was empty. */
  body: unknown;
}

/** What a service's own 404 looks like. */
export interface OwnForm {
  /** The `code` of its errors may be empty. */
  codeless?: true;
  /** Errors also come without `error` around them. */
  bare?: true;
  /** Headers that the service itself adds to every answer, which vouch for one without a body. */
  requestIds: readonly string[];
}

/**
 * Tells a service's own 404, `{error: {code, message}}`, from that of something before it: a page, a router's or
 * gateway's JSON, a wrong address. Where it is in doubt it is not the service's, because what counts as gone is
 * forgotten, or written over.
 */
export const ownNotFound =
  ({ codeless, bare, requestIds }: OwnForm) =>
  ({ path, headers, body }: Missing): boolean => {
    if (/html|xml|problem\+json/i.test(headers["content-type"] ?? "")) return false;
    if (body === undefined) return requestIds.some((name) => (headers[name] ?? "") !== "");
    if (!isBag(body)) return false;
    const inner = member(body, "error");
    const error = isBag(inner) ? inner : bare === true && inner === undefined ? body : {};
    const [code, message] = [member(error, "code"), member(error, "message")];
    if (typeof code !== "string" || typeof message !== "string") return false;
    if (code === "" ? codeless !== true || message === "" : !/[a-z]/i.test(code)) return false;
    if (error === body && !/not_?found|not_?exist/i.test(code)) return false;
    return !ELSEWHERE.test(withoutNames(`${code}: ${message}`, path));
  };

/** What routers and gateways say when they know no such address, and a service of a place that it does not have. */
const ELSEWHERE = new RegExp(
  [
    "(no|unknown|invalid|matching|matched)[ _]?(such[ _])?(route|(url|uri|path|host|page|upstream|backend|app)\\b)",
    "(route|\\b(url|uri|page|host|upstream|backend|application))[^.]{0,40}?(not|n't)[ _]?(be )?(found|exist|match)",
    "\\bcannot (get|put|post|patch|delete)\\b",
    "\\brequest(ed)? (url|uri|path|page|endpoint)\\b",
    "\\bfor the segment\\b|\\bnothing answers\\b|api-?version",
    "subscription[ _]?not[ _]?found|invalid[ _]?(subscription|resource[ _]?(type|namespace))",
    "no[ _]?registered[ _]?provider",
  ].join("|"),
  "i",
);

/** A text without what it quotes and without the names in a path, which mean nothing here. */
const withoutNames = (text: string, path: string): string =>
  path
    .split("/")
    .filter((name) => name !== "")
    .flatMap((name) => [name, decoded(name)])
    .sort((one, other) => other.length - one.length)
    .reduce((rest, name) => rest.replaceAll(name, ""), text.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, ""));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
