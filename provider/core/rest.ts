import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { merge, without } from "./body";
import { creation } from "./creation";
import { deletion } from "./deletion";
import { ApiError, lookAfter, UserError } from "./errors";
import { sendWrite, type Answer, type Call } from "./http";
import { listing } from "./listing";
import { stateOf } from "./operation";
import { recordForm } from "./record";
import { GoneError, type Context, type Live, type ResourceDefinition } from "./resource";
import { requestsOf, STALE, type Rest } from "./restForm";
import { settling } from "./settling";
import { hasSucceeded, isRunning } from "./states";
import { lookedFor, LOOKS, until } from "./until";
import { fill } from "./url";
import { pick, type Bag } from "./wire";

type Verbs<I extends z.ZodObject, O extends z.ZodObject> = Pick<
  ResourceDefinition<I, O>,
  "idForm" | "requests" | "inputs" | "outputs" | "apis" | "create" | "read" | "delete"
> &
  Required<Pick<ResourceDefinition<I, O>, "update">> &
  Pick<ResourceDefinition<I, O>, "find" | "list">;

/** The verbs of a resource at one URL. Spread them, then override what differs. */
export function restVerbs<I extends z.ZodObject, O extends z.ZodObject>(rest: Rest<I, O>): Verbs<I, O> {
  const form = rest as unknown as Rest<z.ZodObject, z.ZodObject>;
  const record = recordForm(form);
  const { accepted, existing, gone } = settling(form, record);
  const unlessTaken = creation(form, record, existing);
  const { inList, list } = listing(form, record);
  const { sent, urlOf, bodyOf, liveOf, etagOf } = record;

  /** The record, looked for some times. */
  const lookFor = (id: string, looks: number, what: string, context: Context): ReturnType<typeof record.get> =>
    lookedFor(() => record.get(context[rest.api], id), { http: context[rest.api], what }, looks);

  /** Sends a write, and again as long as the service only says that another operation runs. */
  const write = (context: Context, call: Call): Promise<Answer> => {
    const http = context[rest.api];
    return until<Answer>(
      async () => {
        try {
          return { end: await sendWrite(http, { ...call, apiVersion: rest.apiVersion }) };
        } catch (error) {
          if (!(error instanceof ApiError) || rest.isBusy?.(error) !== true) throw error;
          context.log.progress(`waiting for another operation: ${error.reason}`);
          return { refusal: error };
        }
      },
      { http, what: `${call.method} ${call.path}` },
    );
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

  /** What an update that finds nothing throws: it is created again, unless that would be work done twice. */
  const goneBy = (id: string): Error =>
    rest.once === undefined
      ? new GoneError(id)
      : new UserError(
          `${id} is gone, and ${rest.once}. \`pulumi refresh\` forgets it, and the next \`pulumi up\` creates it.`,
        );

  return {
    idForm: rest.url,
    requests: requestsOf(form),
    inputs: rest.inputs,
    outputs: rest.outputs,
    apis: [rest.api],
    ...(list !== undefined && { list }),
    ...((rest.create ?? "look") === "look" && {
      // What is missed is written over: one answer is not enough, and each further one delays every create.
      find(inputs: z.output<I>, context: Context) {
        const id = fill(rest.url, inputs, context.settings);
        return lookedFor(() => existing(id, context), { http: context[rest.api], what: `looking for ${id}` }, 1);
      },
    }),

    async create(inputs, context) {
      const id = fill(rest.url, inputs, context.settings);
      const send = (): Promise<Answer> =>
        rest.create === "post"
          ? post(context, id, inputs)
          : put(context, id, bodyOf(inputs), inputs, { "if-none-match": "*" }, "refused");
      const answer = await unlessTaken(id, inputs, send, context);
      return accepted(id, inputs, answer, `creating ${id}`, context);
    },

    async read(id, context, stored) {
      const listed = await inList(id, stored, context);
      if (listed !== undefined) return listed;
      const isStored = sent.some((key) => stored[key] !== undefined);
      const there = await lookFor(id, isStored ? LOOKS : 0, `reading ${id}`, context);
      if (there === undefined) return undefined;
      const live = liveOf(id, there.body, context);
      // A record shows little while an operation runs: what it leaves out is no drift.
      return isRunning(stateOf(there.body))
        ? { ...live, inputs: { ...pick(stored, Object.keys(rest.inputs.shape)), ...live.inputs } }
        : live;
    },

    async update(id, inputs, olds, context) {
      const http = context[rest.api];
      const what = `updating ${id}`;
      let refusal: ApiError | undefined;
      return until<Live>(
        async (_, tries) => {
          const there = await lookAfter(refusal, () => lookFor(id, LOOKS, what, context));
          if (there === undefined) throw goneBy(id);
          try {
            const live = without(there.body, rest.readOnly ?? []);
            const declared = record.emptied(olds, inputs, liveOf(id, live, context).inputs);
            const body = merge(live, bodyOf(olds), bodyOf(declared)) as Bag;
            // A reading may be old: an edit is written even when it seems to be there, unless a try before wrote it.
            const isWritten = tries > 0 || isDeepStrictEqual(bodyOf(olds), bodyOf(inputs));
            if (isWritten && isDeepStrictEqual(body, live) && hasSucceeded(stateOf(there.body) ?? "Succeeded"))
              return { end: liveOf(id, there.body, context) };
            const answer = await put(context, id, body, inputs, { "if-match": etagOf(http, there) });
            return { end: await accepted(id, inputs, answer, what, context) };
          } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 412 || tries >= STALE) throw error;
            refusal = error;
            return { refusal };
          }
        },
        { http, what },
      );
    },

    delete: deletion(form, record, gone, write),
  };
}
