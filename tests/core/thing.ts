import "../../provider/services";
import * as z from "zod";
import { Claims } from "../../provider/core/claims";
import type { Connection } from "../../provider/core/connection";
import { Lists } from "../../provider/core/lists";
import { autoName, caseless, replace, secret, unsent } from "../../provider/core/marks";
import { redact } from "../../provider/core/redact";
import { defineResource, type Api, type Context, type ResourceDefinition } from "../../provider/core/resource";
import { restVerbs } from "../../provider/core/rest";
import type { Rest } from "../../provider/core/restForm";
import type { Bag } from "../../provider/core/wire";
import { Works } from "../../provider/core/works";
import { callsTo, type Got, type Reply, type Server } from "./server";

const inputs = z.object({
  name: z.string().optional().meta(autoName).describe("The name."),
  size: z.int().optional().describe("The size."),
  mode: z.string().optional().meta(caseless).describe("The mode."),
  kind: z.string().optional().meta(replace).describe("The kind."),
  tags: z.record(z.string(), z.string()).optional().describe("Tags."),
  parts: z
    .array(z.strictObject({ name: z.string(), on: z.boolean().optional() }))
    .optional()
    .describe("Parts."),
  apiKey: z.string().optional().describe("A key."),
  onDelete: z.enum(["keep", "purge"]).default("keep").meta(unsent).describe("What a delete does."),
});
const outputs = z.object({
  etag: z.string().optional().describe("The version."),
  address: z.string().optional().describe("The address."),
  issuedKey: z.string().optional().meta(secret).describe("A key that the service issues."),
  provisioningState: z.string().optional().describe("The state."),
});

/** A small resource of a test, whose verbs are `rest`'s. */
export const thing = (
  rest: Partial<Rest<typeof inputs, typeof outputs>> = {},
  more: Partial<ResourceDefinition> = {},
): ResourceDefinition =>
  ({
    ...defineResource({
      kind: "search:Thing",
      description: "A thing.",
      ...restVerbs({ api: "search", url: "/things/{name}", nameInBody: true, inputs, outputs, ...rest }),
    }),
    ...more,
  }) as unknown as ResourceDefinition;

/** What a connection of a test said. */
export interface Said {
  progress: string[];
  info: string[];
  warn: string[];
}

/** A connection to a test server; every operation has some seconds. */
export function connectionTo(
  { url }: Server,
  configuration: Record<string, string> = {},
): Connection & { said: Said; opened: { urn: unknown; milliseconds: number }[] } {
  const said: Said = { progress: [], info: [], warn: [] };
  const opened: { urn: unknown; milliseconds: number }[] = [];
  const settings = {
    get: (key: string) => configuration[key],
    need: (key: string) => configuration[key] ?? fail(`${key} is not configured`),
    missing: () => [],
    address: () => ({ url, key: "searchEndpoint" }),
  };
  const [handover, compared] = [new Map(), new Map()];
  return {
    said,
    opened,
    settings,
    compared,
    handover,
    claims: new Claims(),
    works: new Works(),
    mask: redact,
    open(urn: unknown, milliseconds: number) {
      opened.push({ urn, milliseconds });
      const http = callsTo(url, { seconds: Math.min(milliseconds / 1000, 20), told: said.progress });
      const clients = Object.fromEntries(
        (["ml", "model", "scoring", "agent", "search", "local"] as const).map((api) => [api, http]),
      ) as Record<Api, typeof http>;
      const log = {
        progress: (text: string) => void said.progress.push(text),
        info: (text: string) => void said.info.push(text),
        warn: (text: string) => void said.warn.push(text),
      };
      return {
        ...clients,
        settings,
        log,
        keep: () => {},
        lists: new Lists(),

        handover,
        oneAtATime: (_: string, operation: () => Promise<unknown>) => operation(),
      } as unknown as Context;
    },
  } as unknown as ReturnType<typeof connectionTo>;
}

const fail = (text: string): never => {
  throw new Error(text);
};

/** What a scripted server does with a request before all others: a reply, or the work and then another reply. */
export type Script = Reply | { then: Reply };

/** A service that keeps records; `script` says how the next requests of a method are met instead. */
export function keeping(records: Map<string, Bag>, script: Record<string, Script[]> = {}): (got: Got) => Reply {
  let version = 0;
  const serve = ({ method, url, headers, body }: Got): Reply => {
    const path = url.split("?")[0]!;
    const record = records.get(path);
    const match = headers["if-match"];
    if (headers["if-none-match"] === "*" && record !== undefined)
      return { status: 412, json: { error: { code: "", message: "exists already" } } };
    if (match !== undefined && match !== record?.["@odata.etag"])
      return { status: 412, json: { error: { code: "", message: "stale" } } };
    if (method === "GET")
      return record === undefined
        ? { status: 404, json: { error: { code: "NotFound", message: "none" } } }
        : { json: record };
    if (method === "DELETE") return { status: records.delete(path) ? 204 : 404 };
    const written = JSON.parse(body) as Bag;
    const at = method === "POST" ? `${path}/${String(written["name"])}` : path;
    if (method === "POST" && records.has(at))
      return { status: 409, json: { error: { code: "Conflict", message: "exists already" } } };
    const kept = { ...written, "@odata.etag": `"${++version}"`, address: `http://${at}` };
    records.set(at, kept);
    return { status: record === undefined ? 201 : 200, json: kept };
  };
  return (got) => {
    const next = script[got.method]?.shift();
    if (next === undefined) return serve(got);
    if (typeof next !== "object" || !("then" in next)) return next;
    serve(got);
    return next.then;
  };
}
