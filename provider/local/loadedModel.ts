import * as z from "zod";
import { ApiError, UserError } from "../core/errors";
import { segment } from "../core/http";
import { reference, replace, unsent, writeOnly } from "../core/marks";
import { defineResource, type Context, type Live } from "../core/resource";
import { namesAt, newest } from "./names";

/** A model in memory: document 3, "Load model", "Unload model", "List loaded models". */
export const loadedModel = defineResource({
  kind: "local:LoadedModel",
  description: "A cached model that is loaded into memory, ready to answer.",
  minutes: 30,
  apis: ["local"],

  inputs: z.object({
    model: z.string().min(1).meta({ ...replace, ...reference }).describe("The name of the model; without a version, the newest."),
    ttl: z.int().min(1).optional().meta(writeOnly).describe("Seconds without use after which the service unloads the model by itself."),
    ep: z.enum(["dml", "cuda", "qnn", "cpu", "webgpu"]).optional().meta(writeOnly).describe("The execution provider."),
    force: z.boolean().default(true).meta(unsent).describe("Whether the unload ignores the time that is left."),
    keepLoaded: z.boolean().default(true).meta(unsent).describe("Whether a model that is not loaded any more counts as drift, also after its time."),
    readyCheck: z.boolean().default(true).meta(unsent).describe("Whether one token count proves the model after loading."),
  }),

  outputs: z.object({
    loadedAt: z.string().describe("When the model was loaded, as ISO 8601 time."),
  }),

  async find({ model }, context) {
    const id = newest(await namesAt("/compat/loadedmodels", context), model);
    return id === undefined ? undefined : { id, inputs: { model }, outputs: {} };
  },

  create: (inputs, context) => load(inputs, context),

  async read(id, context, stored) {
    const loaded = newest(await namesAt("/compat/loadedmodels", context), id);
    if (loaded === undefined && !mayBeGone(stored)) return undefined;
    return { id, inputs: { ...stored, model: stored["model"] ?? id }, outputs: { loadedAt: stored["loadedAt"] } };
  },

  async update(id, inputs, olds, context) {
    const same = olds["loadedAt"] !== undefined && olds["ttl"] === inputs.ttl && olds["ep"] === inputs.ep;
    if (same) return { id, inputs, outputs: { loadedAt: olds["loadedAt"] } };
    await unload(id, true, context);
    return load(inputs, context);
  },

  delete: (id, { force }, context) => unload(id, force !== false, context),

  // A loaded model does not say with which settings it was loaded: one that is taken over is loaded again.
  unready: ({ loadedAt }) => (loadedAt === undefined ? "not loaded by this program" : undefined),
});

type Inputs = { model: string; ttl?: number | undefined; ep?: string | undefined; readyCheck: boolean };

/** GET /compat/load/{name}?ttl&ep, then POST …/tokenizer/encode/count as proof. */
async function load({ model, ttl, ep, readyCheck }: Inputs, context: Context): Promise<Live> {
  context.log.progress(`loading ${model}`);
  await context.local.send({ method: "GET", path: `/compat/load/${segment(model)}`, query: { ttl, ep } }).catch((error: unknown) => {
    if (isNotCached(error)) throw new UserError(`${(error as Error).message}\n${model} is not in the local cache: declare a local.CachedModel and load its name.`);
    throw error;
  });
  const loadedAt = new Date().toISOString();
  const id = newest(await namesAt("/compat/loadedmodels", context), model);
  if (id === undefined) throw new UserError(`${model} was loaded, but GET /compat/loadedmodels does not show it`);
  if (readyCheck) {
    const body = { model: id, messages: [{ role: "user", content: "ready?" }] };
    await context.local.send({ method: "POST", path: "/v1/chat/completions/tokenizer/encode/count", body, repeat: "always" });
  }
  return { id, inputs: {}, outputs: { loadedAt } };
}

/** GET /compat/unload/{name}?force; one that is not loaded, or not known any more, is a success. */
async function unload(id: string, force: boolean, context: Context): Promise<void> {
  if (newest(await namesAt("/compat/loadedmodels", context), id) === undefined) return;
  await context.local.send({ method: "GET", path: `/compat/unload/${segment(id)}`, query: { force }, accept: [404] });
}

const isNotCached = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || (error.status === 400 && /not cached|not downloaded|no \w+ provider found/i.test(error.reason)));

/** Whether the service may have unloaded the model by itself without that being drift. */
const mayBeGone = ({ keepLoaded, ttl, loadedAt }: Record<string, unknown>): boolean =>
  keepLoaded === false && (typeof ttl !== "number" || Date.now() > Date.parse(String(loadedAt)) + ttl * 1000);
