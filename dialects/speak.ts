import type { Answer, Call, Dialect, Names, Route, Send, Warn } from "./dialect";
import { isBag } from "./lens";

/**
 * Makes a call that is in the documents' form in a dialect, and gives its answer in the documents' form. `send` takes
 * calls in the dialect's form; what the dialect does not name goes as it is.
 */
export async function speak(dialect: Dialect, call: Call, send: Send, warn: Warn = () => {}): Promise<Answer> {
  if (isAbsolute(call.path)) {
    // What a service gave is in its own form already.
    const match = routeOf(dialect, "theirs", call);
    const answer = await send(call);
    return match === undefined ? answer : { ...answer, body: bodyOf(match.route, answer, "back") };
  }
  const match = routeOf(dialect, "document", call);
  if (match === undefined) return send(call);
  const { route, names } = match;
  if (route.ask !== undefined) return route.ask(call, names, send, warn);
  return askByTables(route, call, names, send);
}

/** As `speak`, by the tables of a route alone. */
export async function askByTables(route: Route, call: Call, names: Names, send: Send): Promise<Answer> {
  const { request, apiVersion } = route;
  const answer = await send({
    ...call,
    path: filled(route.theirs, names),
    ...(call.body !== undefined && { body: request === undefined ? call.body : request.out(call.body) }),
    ...(apiVersion !== undefined && { apiVersion }),
  });
  return { ...answer, body: bodyOf(route, answer, "back") };
}

/**
 * Answers a call that is in a dialect's form from a service that speaks the documents' one, which `send` takes;
 * `undefined` for a call that the dialect does not have.
 */
export async function hear(dialect: Dialect, call: Call, send: Send): Promise<Answer | undefined> {
  const match = routeOf(dialect, "theirs", call);
  if (match === undefined) return undefined;
  const { route, names } = match;
  const mistakes = isBag(call.body) && call.method !== "PATCH" ? [...(route.demands?.(call.body) ?? [])] : [];
  if (mistakes.length > 0) return refused(mistakes.join("; "));
  if (route.serve !== undefined) return route.serve(call, names, send);
  return serveByTables(route, call, names, send);
}

/** A refusal of a body. */
export const refused = (message: string): Answer => ({
  status: 400,
  headers: { "content-type": "application/json" },
  body: { error: { code: "BadRequest", message, details: [] } },
});

/** As `hear`, by the tables of a route alone. */
export async function serveByTables(route: Route, call: Call, names: Names, send: Send): Promise<Answer> {
  const { request } = route;
  const answer = await send({
    ...call,
    path: filled(route.document, names),
    ...(call.body !== undefined && { body: request === undefined ? call.body : request.back(call.body) }),
  });
  return { ...answer, body: bodyOf(route, answer, "out") };
}

/** The dialect's path of the documents' one, the same where the dialect does not name it. */
export function theirPath(dialect: Dialect, method: string, path: string): string {
  const match = routeOf(dialect, "document", { method, path });
  return match === undefined ? path : filled(match.route.theirs, match.names);
}

/** The service that has a path, in the documents' form or in the dialect's; `undefined` where the dialect has none. */
export const serviceAt = (dialect: Dialect, side: Side, method: string, path: string): Route["service"] | undefined =>
  routeOf(dialect, side, { method, path })?.route.service;

const bodyOf = ({ answer: lens }: Route, { status, body }: Answer, way: "out" | "back"): unknown =>
  lens === undefined || status > 299 ? body : lens[way](body);

const isAbsolute = (path: string): boolean => /^https?:/i.test(path);

type Side = "document" | "theirs";

function routeOf(
  dialect: Dialect,
  side: Side,
  { method, path }: Pick<Call, "method" | "path">,
): { route: Route; names: Names } | undefined {
  const wanted = isAbsolute(path) ? new URL(path).pathname : path;
  for (const route of dialect.routes) {
    if (route.methods?.includes(method) === false) continue;
    const match = patternOf(route[side], isAbsolute(path)).exec(wanted);
    if (match !== null)
      return { route, names: side === "theirs" ? unquoted(route, match.groups) : { ...match.groups } };
  }
  return undefined;
}

/** The path of a template. In quotes, a quote is written twice. */
const filled = (template: string, names: Names): string =>
  template
    .replaceAll(/'\{(\w+)\}'/g, (_, name: string) => `'${names[name]!.replaceAll(/'|%27/gi, "''")}'`)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name]!);

const unquoted = ({ theirs }: Route, names: Names = {}): Names =>
  Object.fromEntries(
    Object.entries(names).map(([name, value]) => [
      name,
      theirs.includes(`'{${name}}'`) ? value.replaceAll("''", "'") : value,
    ]),
  );

const patterns = new Map<string, RegExp>();

/** Letter case does not count in the fixed parts; a name in quotes may hold quotes, written twice. */
function patternOf(template: string, isBelow: boolean): RegExp {
  const key = `${isBelow} ${template}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const source = template
    .replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replaceAll(/'\{(\w+)\}'/g, "'(?<$1>(?:[^'/]|'')+)'")
    .replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const pattern = new RegExp(`${isBelow ? "" : "^"}${source}/?$`, "i");
  patterns.set(key, pattern);
  return pattern;
}
