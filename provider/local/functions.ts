import * as z from "zod";
import { UserError } from "../core/errors";
import { defineFunction } from "../core/function";
import { asText, isBag } from "../core/wire";
import { camelCase, camelMembers } from "../core/camelCase";
import { catalogEntry, catalogOf } from "./model/catalog";
import { conversation } from "./chat/conversation";
import { deviceIdOf } from "./gpuDevice";
import { namesAt } from "./model/names";

const nothing = z.strictObject({});
const apis = ["local"] as const;

/** GET /runtime/list. */
export const listCatalog = defineFunction({
  kind: "local:listCatalog",
  description: 'Lists the models that the service offers: document 3, "List catalog".',
  apis,
  args: nothing,
  result: z.array(catalogEntry),
  call: (_, context) => catalogOf(context),
});

/** GET /compat/models. */
export const listCachedModels = defineFunction({
  kind: "local:listCachedModels",
  description:
    'Lists the names of the models in local storage, external ones included: document 3, "List cached models".',
  apis,
  args: nothing,
  result: z.array(z.string()),
  call: (_, context) => namesAt("/compat/models", context),
});

/** GET /compat/loadedmodels. */
export const listLoadedModels = defineFunction({
  kind: "local:listLoadedModels",
  description: 'Lists the names of the models in memory: document 3, "List loaded models".',
  apis,
  args: nothing,
  result: z.array(z.string()),
  call: (_, context) => namesAt("/compat/loadedmodels", context),
});

const status = z.looseObject({
  endpoints: z
    .array(z.string())
    .catch([])
    .describe("The addresses on which the service answers; none when it only answers on its pipe."),
  modelDirPath: z.string().catch("").describe("The directory of the models on the service's machine."),
  pipeName: z.string().catch("").describe("The name of the named pipe."),
});

/** GET /compat/status. */
export const getStatus = defineFunction({
  kind: "local:getStatus",
  description: 'Gives the addresses, the model directory and the pipe of the service: document 3, "Server status".',
  apis,
  args: nothing,
  result: status,
  async call(_, { local }) {
    const { body, status: code } = await local.send({ method: "GET", path: "/compat/status" });
    if (!isBag(body)) throw new UserError(`GET /compat/status answered ${code} without a JSON object`);
    return status.parse(camelCase(body));
  },
});

/** GET /compat/getgpudevice. */
export const getGpuDevice = defineFunction({
  kind: "local:getGpuDevice",
  description: 'Gives the ID of the GPU device that is set: document 3, "Get GPU device".',
  apis,
  args: nothing,
  result: z.int(),
  call: (_, context) => deviceIdOf(context),
});

/** POST /v1/chat/completions/tokenizer/encode/count. */
export const countTokens = defineFunction({
  kind: "local:countTokens",
  description: 'Counts the tokens of a conversation without asking the model: document 3, "Count tokens".',
  apis,
  args: z.strictObject(conversation),
  result: z.int(),
  async call({ model, messages }, { local }) {
    const path = "/v1/chat/completions/tokenizer/encode/count";
    const { body, status: code } = await local.send({
      method: "POST",
      path,
      body: { model, messages },
      repeat: "always",
    });
    const { tokenCount } = camelMembers(isBag(body) ? body : {});
    const count = Number(asText(tokenCount) || Number.NaN);
    if (!Number.isSafeInteger(count)) throw new UserError(`POST ${path} answered ${code} without a tokenCount`);
    return count;
  },
});
