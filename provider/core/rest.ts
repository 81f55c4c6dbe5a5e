import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { merge, without } from "./body";
import { ApiError, NoAnswerError } from "./errors";
import type { Answer, Call, Http } from "./http";
import { allPages } from "./lists";
import { follow, hasSucceeded, isRunning, pause, stateOf } from "./operation";
import { pick, recordForm } from "./record";
import { ExistsError, type Context, type Live, type ResourceDefinition } from "./resource";
import type { Rest } from "./restForm";
import { LOOKS, settling, VISIBLE } from "./settling";
import { fill, parse } from "./url";
import { asText, type Bag } from "./wire";

type Verbs<I extends z.ZodObject, O extends z.ZodObject> = Pick<
  ResourceDefinition<I, O>,
  "idForm" | "inputs" | "outputs" | "apis" | "create" | "read" | "delete"
> &
  Required<Pick<ResourceDefinition<I, O>, "update">> &
  Pick<ResourceDefinition<I, O>, "find" | "list">;

/** The verbs of a resource at one URL. Spread them, then override what differs. */
export function restVerbs<I extends z.ZodObject, O extends z.ZodObject>(rest: Rest<I, O>): Verbs<I, O> {
  const form = rest as unknown as Rest<z.ZodObject, z.ZodObject>;
  const record = recordForm(form);
  const { accepted, found, gone } = settling(form, record);
  const { inUrl, sent, urlOf, bodyOf, liveOf } = record;
  const last = inUrl.at(-1)!;

  /**
   * The resource as a list shows it together with others, if it shows all that is declared; where nothing is, only its
   * own URL shows all.
   */
  const inList = async (id: string, stored: Bag, context: Context): Promise<Live | undefined> => {
    if (rest.list === undefined || rest.alone === true || sent.every((key) => stored[key] === undefined))
      return undefined;
    const values = parse(rest.url, id);
    const path = urlOf(fill(rest.list, values, context.settings));
    const entries = await context.lists.entries(`${rest.api} ${path}`, id, () =>
      allPages(context[rest.api], path, rest.apiVersion).catch(shownNone),
    );
    const isIt = (entry: Bag): boolean =>
      entry["id"] === values[last] ||
      asText(entry["id"]).toLowerCase() === id.toLowerCase() ||
      (entry[last] ?? "") === values[last];
    const entry = entries?.find(isIt);
    if (entry === undefined) return undefined;
    const live = liveOf(id, entry, context);
    return sent.every((key) => stored[key] === undefined || live.inputs[key] !== undefined) ? live : undefined;
  };

  /** Sends a write, and again as long as the service only says that another operation runs. */
  const write = async (context: Context, call: Call): Promise<Answer> => {
    const http = context[rest.api];
    for (let polls = 0; ; polls++) {
      try {
        return await http.send({ ...call, apiVersion: rest.apiVersion });
      } catch (error) {
        if (!(error instanceof ApiError) || rest.isBusy?.(error) !== true) throw error;
        context.log.progress(`waiting for another operation: ${error.reason}`);
        await pause(http, {}, polls, `${call.method} ${call.path}`);
      }
    }
  };

  const put = (
    context: Context,
    id: string,
    body: Bag,
    inputs: z.output<I>,
    headers: Call["headers"] = {},
    repeat: Call["repeat"] = "always",
  ): Promise<Answer> =>
    write(context, {
      method: "PUT",
      path: urlOf(id),
      body,
      repeat,
      query: rest.saveQuery?.(inputs),
      headers: { ...(rest.etag && { prefer: "return=representation" }), ...headers },
    });

  const post = (context: Context, id: string, inputs: Bag): Promise<Answer> =>
    write(context, { method: "POST", path: urlOf(id).slice(0, urlOf(id).lastIndexOf("/")), body: bodyOf(inputs) });

  /**
   * Sends a create that the service refuses when the name is taken. One whose answer was lost is sent again, and its
   * refusal then
   * tells that it arrived: a look may still show what was there before. Only a POST that may still arrive is looked for
   * instead.
   */
  const unlessTaken = async (
    context: Context,
    id: string,
    inputs: z.output<I>,
    method: "PUT" | "POST",
    send: () => Promise<Answer>,
  ): Promise<Answer> => {
    const http = context[rest.api];
    const started = Date.now();
    for (let tries = 0, isLost = false; ; tries++) {
      try {
        return await send();
      } catch (error) {
        const status = error instanceof ApiError ? error.status : error instanceof NoAnswerError ? 504 : 0;
        const isUnclear = status >= 500 || status === 408;
        const isTaken = status === 409 || status === 412;
        if (!isUnclear && !isTaken && status !== 400) throw error;
        isLost ||= isUnclear;
        const mayArrive = method === "POST" && isUnclear && status !== 503;
        if (!isUnclear || mayArrive) {
          const isOwn = (live: Live): boolean =>
            !isLost || (record.differing(inputs, live).length === 0 && !isBefore(live, context));
          const live = await found(id, context, isTaken ? VISIBLE : mayArrive ? ARRIVING : 0, isOwn);
          throw live === undefined ? error : new ExistsError(live, isLost);
        }
        if (Date.now() > Math.min(http.deadline - 1000, status === 500 ? started + BROKEN : Infinity)) throw error;
        await pause(http, {}, tries, `creating ${id}`);
      }
    }
  };

  /** Whether a look shows the version that the state knows, which a create finds no more. */
  const isBefore = (live: Live, context: Context): boolean =>
    rest.etag === true && live.outputs["etag"] !== undefined && live.outputs["etag"] === context.compared?.olds["etag"];

  const etagOf = ({ form }: Http, { headers, body }: { body: Bag; headers: Bag }): string | undefined => {
    const etag = rest.etag && (headers["etag"] ?? (form.etag === undefined ? undefined : body[form.etag]));
    return typeof etag === "string" ? etag : undefined;
  };

  /** The ETag that a look shows. It may say too early or too late that the resource is gone: a write itself decides. */
  const freshEtag = async (id: string, context: Context): Promise<string | undefined> => {
    const http = context[rest.api];
    const there = await record.get(http, id);
    return there && etagOf(http, there);
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
        const entries = await allPages(
          context[rest.api],
          urlOf(fill(rest.list!, where, context.settings)),
          rest.apiVersion,
        );
        return entries.map((entry) =>
          liveOf(fill(rest.url, { ...where, [last]: entry[last] ?? entry["id"] }, context.settings), entry, context),
        );
      },
    }),

    async create(inputs, context) {
      const id = fill(rest.url, inputs, context.settings);
      const answer = await {
        look: () => put(context, id, bodyOf(inputs), inputs),
        ifNoneMatch: () =>
          unlessTaken(context, id, inputs, "PUT", () =>
            put(context, id, bodyOf(inputs), inputs, { "if-none-match": "*" }, "refused"),
          ),
        post: () => unlessTaken(context, id, inputs, "POST", () => post(context, id, inputs)),
      }[rest.create ?? "look"]();
      return accepted(id, inputs, answer, `creating ${id}`, context);
    },

    async read(id, context, stored) {
      const listed = await inList(id, stored, context);
      if (listed !== undefined) return listed;
      let there = await record.get(context[rest.api], id);
      // One that was written a moment ago may not show yet: only some looks tell that it is gone.
      for (
        let looks = 0;
        there === undefined && looks < LOOKS && sent.some((key) => stored[key] !== undefined);
        looks++
      ) {
        await pause(context[rest.api], {}, looks, `reading ${id}`);
        there = await record.get(context[rest.api], id);
      }
      if (there === undefined) return undefined;
      const live = liveOf(id, there.body, context);
      // A record shows little while an operation runs: what it leaves out is no drift.
      return isRunning(stateOf(there.body))
        ? { ...live, inputs: { ...pick(stored, Object.keys(rest.inputs.shape)), ...live.inputs } }
        : live;
    },

    async update(id, inputs, olds, context) {
      for (let tries = 0; ; tries++) {
        const there = await record.get(context[rest.api], id);
        try {
          if (there === undefined) return await this.create(inputs, context);
          const live = without(there.body, rest.readOnly ?? []);
          const declared = record.emptied(olds, inputs, liveOf(id, live, context).inputs);
          const body = merge(live, bodyOf(olds), bodyOf(declared)) as Bag;
          // A reading may be old: an edit is written even when it seems to be there, unless a try before wrote it.
          const isWritten = tries > 0 || isDeepStrictEqual(bodyOf(olds), bodyOf(inputs));
          if (isWritten && isDeepStrictEqual(body, live) && hasSucceeded(stateOf(there.body) ?? "Succeeded"))
            return liveOf(id, there.body, context);
          return await accepted(
            id,
            inputs,
            await put(context, id, body, inputs, { "if-match": etagOf(context[rest.api], there) }),
            `updating ${id}`,
            context,
          );
        } catch (error) {
          const isOld = error instanceof ExistsError || (error instanceof ApiError && error.status === 412);
          if (!isOld || tries >= STALE) throw error;
          await pause(context[rest.api], {}, tries, `updating ${id}`);
        }
      }
    },

    async delete(id, state, context) {
      const http = context[rest.api];
      const what = `deleting ${id}`;
      // The ETag that the state knows is fresh unless somebody wrote since, which the service then says.
      const stored = asText(state["etag"]);
      for (let tries = 0; ; tries++) {
        const etag = rest.deleteEtag && ((tries === 0 && stored) || (await freshEtag(id, context)));
        try {
          const answer = await write(context, {
            method: "DELETE",
            path: urlOf(id),
            query: rest.deleteQuery?.(state),
            headers: { "if-match": etag },
          });
          await follow(http, answer, { what, progress: context.log.progress });
          break;
        } catch (error) {
          if (await record.saysGone(error, http, id)) return;
          if (!(error instanceof ApiError) || error.status !== 412 || tries >= STALE) throw error;
        }
      }
      if (rest.gone !== "atOnce") await gone(id, what, context);
    },
  };
}

/** A list that is refused shows nothing, be it that its place is gone or that only single resources may be read. */
function shownNone(error: unknown): Bag[] {
  if (error instanceof ApiError && error.status < 500) return [];
  throw error;
}

/** How often a write is repeated on a fresh reading when somebody else wrote in between. */
const STALE = 10;
/** Milliseconds within which a POST that arrived shows in a read. */
const ARRIVING = 5_000;
/** Milliseconds to repeat a creation that is answered with 500, which seldom passes. */
const BROKEN = 60_000;
