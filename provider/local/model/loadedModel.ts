import * as z from "zod";
import { ApiError, asError, InitFailedError, lookAfter, UserError } from "../../core/errors";
import { readObject, segment, sendWrite, type Answer } from "../../core/http";
import { caseless, references, replace, unsent, writeOnly } from "../../core/marks";
import { defineResource, type Context, type Live } from "../../core/resource";
import type { Bag } from "../../core/wire";
import { catalogOf, entryOf } from "./catalog";
import { nameOnceListed, namesAt, namesToRead, newest, same } from "./names";
import { unload } from "./unload";

/** A model in memory: document 3, "Load model", "Unload model", "List loaded models". */
export const loadedModel = defineResource({
  kind: "local:LoadedModel",
  description: "A cached model that is loaded into memory, ready to answer.",
  idForm: "{model}",
  requests: {
    create: "GET `load`",
    update: "GET `unload`, GET `load`",
    delete: "GET `unload`",
    refresh: "one list for all",
  },
  minutes: 30,
  apis: ["local"],
  deleteLosesNothing: () => true,

  inputs: z.object({
    model: z
      .string()
      .min(1)
      .meta({ ...replace, ...references("local:CachedModel", { whenReplaced: "replace" }), ...caseless })
      .describe(
        "The name of the model, for example `name` of a `CachedModel`; without a version, the newest that is cached.",
      ),
    ttl: z
      .int()
      .min(1)
      .optional()
      .meta(writeOnly)
      .describe(
        "Seconds without use after which the service unloads the model by itself; default is the service's, " +
          "ten minutes.",
      ),
    ep: z
      .enum(["dml", "cuda", "qnn", "cpu", "webgpu"])
      .optional()
      .meta(writeOnly)
      .describe("The execution provider; default is the model's own."),
    force: z.boolean().default(true).meta(unsent).describe("Whether the unload ignores the time that is left."),
    keepLoaded: z
      .boolean()
      .default(true)
      .meta(unsent)
      .describe(
        "Whether a model that the service has unloaded after its time counts as drift, which the next `up` repairs.",
      ),
    readyCheck: z
      .boolean()
      .default(true)
      .meta(unsent)
      .describe("Whether one token count proves the model after loading."),
  }),

  outputs: z.object({
    loadedAt: z.string().describe("When the model was loaded, by the service's clock, as ISO 8601 time."),
  }),

  async find({ model }, context) {
    const cached = await cachedNameOf(model, context);
    const id = meant(await namesAt("/compat/loadedmodels", context), model, cached);
    return id === undefined ? undefined : { id, inputs: { model }, outputs: {} };
  },

  create: async (inputs, context) => load(inputs, await cachedNameOf(inputs.model, context), context),

  async read(id, context, stored) {
    const isLookup = stored["model"] === undefined;
    const loaded = (isLookup ? newest : same)(await namesToRead("/compat/loadedmodels", id, context), id);
    if (loaded === undefined && !(await mayBeGone(stored, context))) return undefined;
    if (isLookup)
      return {
        id: loaded ?? id,
        inputs: { model: loaded ?? id, ...DEFAULTS },
        outputs: { loadedAt: new Date().toISOString() },
      };
    return { id: loaded ?? id, inputs: { model: stored["model"] }, outputs: { loadedAt: stored["loadedAt"] } };
  },

  async list({ model }, context) {
    const names = await namesAt("/compat/loadedmodels", context);
    return names
      .filter((name) => newest([name], String(model)) !== undefined)
      .map((name) => ({ id: name, inputs: { model: name }, outputs: {} }));
  },

  async update(id, inputs, olds, context) {
    const isSame = olds["loadedAt"] !== undefined && olds["ttl"] === inputs.ttl && olds["ep"] === inputs.ep;
    if (isSame) return { id, inputs, outputs: { loadedAt: olds["loadedAt"] } };
    await unload(id, true, context);
    return load(inputs, id, context);
  },

  delete: (id, { force }, context) => unload(id, force !== false, context),

  // A loaded model does not say with which settings it was loaded: one that is taken over is loaded again.
  unready: ({ loadedAt }) => (loadedAt === undefined ? "not loaded by this program" : undefined),
});

const DEFAULTS = { force: true, keepLoaded: true, readyCheck: true };

type Inputs = { model: string; ttl?: number | undefined; ep?: string | undefined; readyCheck: boolean };

/**
 * GET /compat/load/{name}?ttl&ep, then POST …/tokenizer/encode/count as proof; `cached` is the name in local storage,
 * where that is known.
 */
async function load(
  { model, ttl, ep, readyCheck }: Inputs,
  cached: string | undefined,
  context: Context,
): Promise<Live> {
  const name = cached ?? model;
  context.log.progress(`loading ${name}`);
  const before = await namesAt("/compat/loadedmodels", context);
  const answer = await sendWrite(context.local, {
    method: "GET",
    path: `/compat/load/${segment(name)}`,
    query: { ttl, ep },
    changes: true,
    silence: Infinity,
  }).catch((error: unknown) => explained(error, name, context));
  const others = cached === undefined ? [] : before;
  const id = await nameOnceListed("/compat/loadedmodels", name, others, context);
  if (id === undefined) throw new UserError(`${name} was loaded, but GET /compat/loadedmodels does not show it`);
  if (readyCheck) await prove(id, context);
  return { id, inputs: {}, outputs: { loadedAt: new Date(timeOf(answer)).toISOString() } };
}

/** One token count by the loaded model; a model that fails it stays in the state as not ready. */
async function prove(id: string, { local }: Context): Promise<void> {
  const body = { model: id, messages: [{ role: "user", content: "ready?" }] };
  try {
    await readObject(local, {
      method: "POST",
      path: "/v1/chat/completions/tokenizer/encode/count",
      body,
      repeat: "always",
    });
  } catch (error) {
    throw new InitFailedError(id, [`${id} is loaded, but not ready: ${asError(error).message}`], {}, { cause: error });
  }
}

/** The cached model that a name stands for, an alias of the catalog included; `undefined` when none is cached. */
async function cachedNameOf(model: string, context: Context): Promise<string | undefined> {
  const cached = await namesAt("/compat/models", context);
  const match = newest(cached, model);
  if (match !== undefined || model.includes(":")) return match;
  const catalog = (await catalogOf(context)).filter(({ name }) => newest(cached, name) !== undefined);
  const entry = entryOf(catalog, model);
  return entry && newest(cached, entry.name);
}

/** The loaded model that is meant: the one of the cached name alone, because another version is another model. */
const meant = (names: readonly string[], model: string, cached: string | undefined): string | undefined =>
  cached === undefined ? newest(names, model) : same(names, cached);

/** A refusal to load what is not cached says what to do about it; any other is thrown as it is. */
async function explained(error: unknown, name: string, context: Context): Promise<never> {
  const refused = error instanceof ApiError && [400, 404, 500].includes(error.status);
  if (!refused || same(await lookAfter(error, () => namesAt("/compat/models", context)), name) !== undefined)
    throw error;
  throw new UserError(
    `${error.message}\n${name} is not in local storage: declare a \`local.CachedModel\` and load its \`name\`.`,
    { cause: error },
  );
}

/** The service's time of an answer in milliseconds since 1970, this machine's where it does not tell. */
function timeOf({ headers }: Pick<Answer, "headers">): number {
  const time = Date.parse(headers["date"] ?? "");
  return Number.isNaN(time) ? Date.now() : time;
}

/** Whether the service may have unloaded the model by itself without that being drift. */
async function mayBeGone({ keepLoaded, ttl, loadedAt }: Bag, { local }: Context): Promise<boolean> {
  if (keepLoaded !== false) return false;
  if (typeof ttl !== "number") return true;
  const now = timeOf(await local.send({ method: "GET", path: "/compat/status" }));
  return now >= Date.parse(String(loadedAt)) + ttl * 1000;
}
