import { isDeepStrictEqual } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import type * as z from "zod";
import { fromBody, merge, toBody, without, type Shape } from "./body";
import { differences, project } from "./compare";
import { ApiError, asError, InitFailedError, isNotFound, NoAnswerError, OperationError } from "./errors";
import { readObject, type Answer, type Call, type Http } from "./http";
import { allPages } from "./lists";
import { fieldsOf, isNamed, nodeOf } from "./marks";
import { failed, follow, isRunning, pause, stateOf } from "./operation";
import { ExistsError, type Api, type Context, type Live, type ResourceDefinition } from "./resource";
import { fill, namesIn, parse } from "./url";
import { isBag, type Bag } from "./wire";

/** A resource that is written, read and deleted at one URL. */
export interface Rest<I extends z.ZodObject, O extends z.ZodObject> extends Shape {
  inputs: I;
  /** Only what the service adds. */
  outputs: O;
  /** The client that calls the service. */
  api: Api;
  /** The URL path, which is the id: `/indexes/{name}`; names that are no arguments come from the configuration. */
  url: string;
  /** What stands before the id in the URL of a call. */
  prefix?: string;
  /** Overrides the `api-version` of the service. */
  apiVersion?: string;
  /** The body of declared values; default: every argument under its own name, as `under` and `top` say. */
  toBody?(values: Bag): Bag;
  /** The flat values of a body; default: the reverse of `toBody`. */
  fromBody?(body: Bag): Bag;
  /** Dotted paths that the service adds and that are not sent back to it. */
  readOnly?: readonly string[];
  /** The URL path of a list that shows whole records of the collection, so that many are read by one request. */
  list?: string;
  /** Each is read at its own URL all the same. */
  alone?: true;
  /** How an existing one is met by a create: looked for first (default), refused by `If-None-Match: *`, or refused by a POST to the parent path. */
  create?: "look" | "ifNoneMatch" | "post";
  /** Writes carry the ETag of the reading they rest on. */
  etag?: true;
  /** Query parameters of a create or update. */
  saveQuery?(inputs: z.output<I>): Call["query"];
  /** Query parameters of a delete. */
  deleteQuery?(state: Bag): Call["query"];
  /** A deleted resource is gone when the service has answered; else it is waited for. */
  gone?: "atOnce";
  /** Whether a refusal only means that another operation still runs. */
  isBusy?(error: ApiError): boolean;
  /** More about a failed operation, for the error; `said` is what it says already. */
  explain?(id: string, body: unknown, context: Context, said: string): Promise<string>;
}

type Verbs<I extends z.ZodObject, O extends z.ZodObject> = Pick<ResourceDefinition<I, O>, "idForm" | "inputs" | "outputs" | "apis" | "create" | "read" | "delete"> &
  Required<Pick<ResourceDefinition<I, O>, "update">> & Pick<ResourceDefinition<I, O>, "find" | "list">;

/** The verbs of a resource at one URL. Spread them, then override what differs. */
export function restVerbs<I extends z.ZodObject, O extends z.ZodObject>(rest: Rest<I, O>): Verbs<I, O> {
  const inUrl = namesIn(rest.url);
  const fields = Object.entries(fieldsOf(rest.inputs));
  const sent = fields.filter(([key, field]) => nodeOf(field).marks.unsent !== true && (key === "name" ? rest.top?.includes("name") : !inUrl.includes(key))).map(([key]) => key);
  const outputNames = Object.keys(fieldsOf(rest.outputs));
  const urlOf = (id: string): string => (rest.prefix ?? "") + id;
  const pick = (values: Bag, keys: readonly string[]): Bag => Object.fromEntries(keys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));

  const bodyOf = (values: Bag): Bag => (rest.toBody ?? ((flat: Bag) => toBody(rest, flat)))(pick(values, sent));

  const liveOf = (id: string, body: Bag, { settings }: Context): Live => {
    const named = Object.entries(parse(rest.url, id)).filter(([key, value]) => key in rest.inputs.shape && settings.get(key) !== value);
    const values = (rest.fromBody ?? ((whole: Bag) => fromBody(rest, whole)))(body);
    return { id, inputs: { ...pick(values, fields.map(([key]) => key)), ...Object.fromEntries(named) }, outputs: pick(values, outputNames) };
  };

  /** Maps and lists of named things that are declared no more: only what we had put into them goes. */
  const emptied = (olds: Bag): Bag =>
    Object.fromEntries(fields.flatMap(([key, field]) => (isBag(olds[key]) || Array.isArray(olds[key]) ? emptyOf(key, field) : [])));

  const get = async (http: Http, id: string): Promise<{ body: Bag; headers: Record<string, string> } | undefined> => {
    try {
      return await readObject(http, { method: "GET", path: urlOf(id), apiVersion: rest.apiVersion });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };

  /** The paths at which a live resource differs from what is declared. */
  const differing = (inputs: Bag, live: Live): string[] =>
    fields.flatMap(([key, field]) => (sent.includes(key) ? differences(inputs[key], project(field, inputs[key], live.inputs[key]), key) : []));

  /** Waits until the resource is there, at rest, and shows what was written; services may show the state before for a while. */
  const settle = async (id: string, inputs: Bag, what: string, context: Context): Promise<Live> => {
    const http = context[rest.api];
    const patience = Math.min(http.deadline, Date.now() + VISIBLE);
    for (let polls = 0, headers: Record<string, string> = {}; ; polls++) {
      const found = await get(http, id);
      const state = stateOf(found?.body);
      headers = found?.headers ?? {};
      if (found !== undefined && !isRunning(state)) {
        const live = liveOf(id, found.body, context);
        const stale = differing(inputs, live);
        if (state !== undefined && !/^(succeeded|completed)$/i.test(state) && (stale.length === 0 || Date.now() > patience)) throw failed(http, what, state, found.body);
        if (stale.length === 0) return live;
        if (Date.now() > patience) {
          context.log.warn(`${id}: the service accepted the declaration but shows something else at ${stale.join(", ")}`);
          return live;
        }
      } else if (found === undefined && Date.now() > patience) {
        throw new OperationError(`${what} was accepted, but GET ${id} still answers 404`);
      }
      context.log.progress(`${what}: ${state ?? "waiting until it shows"}`);
      await pause(http, headers, polls, what, state);
    }
  };

  /** The resource as a list shows it together with others, if it shows all that is declared; where nothing is, only its own URL shows all. */
  const inList = async (id: string, stored: Bag, context: Context): Promise<Live | undefined> => {
    if (rest.list === undefined || rest.alone === true || sent.every((key) => stored[key] === undefined)) return undefined;
    const values = parse(rest.url, id);
    const path = (rest.prefix ?? "") + fill(rest.list, values, context.settings);
    const entries = await context.lists.entries(`${rest.api} ${path}`, id, () => allPages(context[rest.api], path, rest.apiVersion));
    const last = inUrl.at(-1)!;
    const isIt = (entry: Bag): boolean => entry["id"] === values[last] || String(entry["id"]).toLowerCase() === id.toLowerCase() || (entry[last] ?? "") === values[last];
    const entry = entries?.find(isIt);
    if (entry === undefined) return undefined;
    const live = liveOf(id, entry, context);
    return sent.every((key) => stored[key] === undefined || live.inputs[key] !== undefined) ? live : undefined;
  };

  /** What an accepted write leads to. From here on a failure keeps the resource in the state. */
  const accepted = async (id: string, inputs: Bag, answer: Answer, what: string, context: Context): Promise<Live> => {
    try {
      await follow(context[rest.api], answer, { what, progress: context.log.progress });
      const started = ["azure-asyncoperation", "operation-location", "location"].some((name) => name in answer.headers) && (answer.status !== 200 || "azure-asyncoperation" in answer.headers);
      if (!started && isBag(answer.body) && !isRunning(stateOf(answer.body))) {
        const live = liveOf(id, answer.body, context);
        if (differing(inputs, live).length === 0 && (stateOf(answer.body) ?? "succeeded").toLowerCase() === "succeeded") return live;
      }
      return await settle(id, inputs, what, context);
    } catch (thrown) {
      const error = asError(thrown);
      const found = await get(context[rest.api], id).catch(() => undefined);
      const more = error instanceof OperationError ? ((await rest.explain?.(id, found?.body, context, error.message)) ?? "") : "";
      throw new InitFailedError(id, [`${error.message}${more}`], found === undefined ? {} : liveOf(id, found.body, context).outputs);
    }
  };

  /** Sends a write, and again as long as the service only says that another operation runs. */
  const write = async (context: Context, call: Call): Promise<Answer> => {
    const http = context[rest.api];
    for (let polls = 0; ; polls++) {
      try {
        return await http.send(call);
      } catch (error) {
        if (!(error instanceof ApiError) || rest.isBusy?.(error) !== true) throw error;
        context.log.progress(`waiting for another operation: ${error.reason}`);
        await pause(http, {}, polls, `${call.method} ${call.path}`);
      }
    }
  };

  const put = (context: Context, id: string, body: Bag, inputs: z.output<I>, headers: Call["headers"]): Promise<Answer> =>
    write(context, { method: "PUT", path: urlOf(id), body, apiVersion: rest.apiVersion, query: rest.saveQuery?.(inputs), headers: { ...(rest.etag && { prefer: "return=representation" }), ...headers } });

  /** The existing resource, at rest; one that is being deleted is waited for until it is gone. */
  const found = async (id: string, context: Context): Promise<Live | undefined> => {
    const http = context[rest.api];
    for (let polls = 0; ; polls++) {
      const there = await get(http, id);
      const state = stateOf(there?.body);
      if (there === undefined) return undefined;
      if (!isRunning(state)) return liveOf(id, there.body, context);
      context.log.progress(`${id} exists already: ${state}`);
      await pause(http, there.headers, polls, `waiting for ${id}`, state);
    }
  };

  const post = async (context: Context, id: string, inputs: Bag): Promise<Answer> => {
    const collection = urlOf(id).slice(0, urlOf(id).lastIndexOf("/"));
    for (let lost = false; ; ) {
      try {
        return await write(context, { method: "POST", path: collection, body: bodyOf(inputs), apiVersion: rest.apiVersion });
      } catch (error) {
        const unclear = error instanceof NoAnswerError || (error instanceof ApiError && error.status >= 500);
        const refused = error instanceof ApiError && [400, 409, 412].includes(error.status);
        if (!unclear && !refused) throw error;
        const live = await found(id, context);
        if (live !== undefined) throw new ExistsError(live, unclear || lost);
        if (refused || context[rest.api].deadline < Date.now() + 1000) throw error;
        lost = true;
        await sleep(500);
      }
    }
  };

  return {
    idForm: rest.url,
    inputs: rest.inputs,
    outputs: rest.outputs,
    apis: [rest.api],
    ...((rest.create ?? "look") === "look" && {
      find: (inputs: z.output<I>, context: Context) => found(fill(rest.url, inputs, context.settings), context),
    }),

    ...(rest.list !== undefined && {
      async list(where: Bag, context: Context) {
        const last = inUrl.at(-1)!;
        const entries = await allPages(context[rest.api], (rest.prefix ?? "") + fill(rest.list!, where, context.settings), rest.apiVersion);
        return entries.map((entry) => liveOf(fill(rest.url, { ...where, [last]: entry[last] ?? entry["id"] }, context.settings), entry, context));
      },
    }),

    async create(inputs, context) {
      const id = fill(rest.url, inputs, context.settings);
      if (rest.create === "post") return accepted(id, inputs, await post(context, id, inputs), `creating ${id}`, context);
      const only = rest.create === "ifNoneMatch" ? { "if-none-match": "*" } : undefined;
      const answer = await put(context, id, bodyOf(inputs), inputs, only).catch(async (error: unknown) => {
        const live = only !== undefined && error instanceof ApiError && error.status === 412 ? await found(id, context) : undefined;
        throw live === undefined ? error : new ExistsError(live, false);
      });
      return accepted(id, inputs, answer, `creating ${id}`, context);
    },

    async read(id, context, stored) {
      const listed = await inList(id, stored, context);
      if (listed !== undefined) return listed;
      const there = await get(context[rest.api], id);
      if (there === undefined) return undefined;
      const live = liveOf(id, there.body, context);
      // A record shows little while an operation runs: what it leaves out is no drift.
      return isRunning(stateOf(there.body)) ? { ...live, inputs: { ...pick(stored, fields.map(([key]) => key)), ...live.inputs } } : live;
    },

    async update(id, inputs, olds, context) {
      for (let tries = 0; ; tries++) {
        const there = await get(context[rest.api], id);
        if (there === undefined) return this.create(inputs, context);
        const live = without(there.body, rest.readOnly ?? []);
        const body = merge(live, bodyOf(olds), bodyOf({ ...emptied(olds), ...inputs })) as Bag;
        const state = stateOf(there.body) ?? "Succeeded";
        if (isDeepStrictEqual(body, live) && /^succeeded$/i.test(state)) return liveOf(id, there.body, context);
        const etag = rest.etag && (there.headers["etag"] ?? (there.body["@odata.etag"] as string | undefined));
        try {
          return await accepted(id, inputs, await put(context, id, body, inputs, { "if-match": etag }), `updating ${id}`, context);
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 412 || tries >= STALE) throw error;
          await pause(context[rest.api], {}, tries, `updating ${id}`);
        }
      }
    },

    async delete(id, state, context) {
      const http = context[rest.api];
      const what = `deleting ${id}`;
      for (let tries = 0; ; tries++) {
        const there = rest.etag ? await get(http, id) : undefined;
        if (rest.etag && there === undefined) return;
        const etag = there?.headers["etag"] ?? (there?.body["@odata.etag"] as string | undefined);
        try {
          const answer = await write(context, { method: "DELETE", path: urlOf(id), apiVersion: rest.apiVersion, query: rest.deleteQuery?.(state), headers: { "if-match": etag } });
          await follow(http, answer, { what, progress: context.log.progress });
          break;
        } catch (error) {
          if (isNotFound(error)) return;
          if (!(error instanceof ApiError) || error.status !== 412 || tries >= STALE) throw error;
        }
      }
      if (rest.gone === "atOnce") return;
      for (let polls = 0; ; polls++) {
        const there = await get(http, id);
        if (there === undefined) return;
        const current = stateOf(there.body);
        if (current !== undefined && /^failed$/i.test(current)) throw failed(http, what, current, there.body);
        context.log.progress(`${what}: ${current ?? "still there"}`);
        await pause(http, there.headers, polls, what, current);
      }
    },
  };
}

/** An argument without entries, if it is a map or a list of named things. */
function emptyOf(key: string, field: z.core.$ZodType): [string, unknown][] {
  const { schema } = nodeOf(field);
  if ("valueType" in schema) return [[key, {}]];
  return "element" in schema && isNamed(schema.element as z.core.$ZodType) ? [[key, []]] : [];
}

/** Milliseconds within which an accepted write shows in a read. */
const VISIBLE = 30_000;
/** How often a write is repeated on a fresh reading when somebody else wrote in between. */
const STALE = 10;
