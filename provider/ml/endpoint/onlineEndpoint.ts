import * as z from "zod";
import { asError, InitFailedError, UserError, type ApiError } from "../../core/errors";
import { hasSucceeded } from "../../core/states";
import { fromBody } from "../../core/body";
import { caseless, references, replace, resourceId, secret, unsent } from "../../core/marks";
import { defineResource, type Context, type Live } from "../../core/resource";
import { restVerbs } from "../../core/rest";
import { fill } from "../../core/url";
import { asText, type Bag } from "../../core/wire";
import { keysOf, regenerateKey } from "./endpointKeys";
import { inTurn } from "./endpointTurn";
import {
  hostName,
  identity,
  idOrName,
  inWorkspace,
  isBusy,
  LATER_VERSION,
  provisioningState,
  readOnly,
  ready,
  region,
  tags,
  W,
  whenFree,
} from "../shared";

const url = `${W}/onlineEndpoints/{name}`;

const shape = { under: "properties", top: ["name", "location", "tags", "identity"] };

const verbs = restVerbs({
  api: "ml",
  url,
  list: `${W}/onlineEndpoints`,
  alone: true,
  apiVersion: LATER_VERSION,
  nameInBody: true,
  ...shape,
  readOnly: [...readOnly, "properties.scoringUri", "properties.swaggerUri", "properties.keys"],
  isBusy,
  fromBody: (body) => ({ ...ready, ...fromBody(shape, body) }),

  inputs: z.object({
    name: hostName,
    ...inWorkspace,
    location: region("The region, in which the name must be unique; default is that of the workspace."),
    authMode: z
      .enum(["Key", "AADToken", "AMLToken"])
      .default("Key")
      .meta(caseless)
      .describe(
        "How callers prove themselves: with a key of the endpoint, a token of the identity provider, or a " +
          "token of the endpoint.",
      ),
    compute: idOrName
      .meta({ ...replace, ...resourceId, ...references("ml:Compute", { whenReplaced: "replace" }) })
      .describe("The resource ID of the compute resource for the endpoint, or its name."),
    description: z.string().optional().describe("What the endpoint is for."),
    tags,
    identity,
    publicNetworkAccess: z
      .enum(["Enabled", "Disabled"])
      .optional()
      .meta(caseless)
      .describe("Whether the endpoint can be reached from public networks."),
    encryption: z
      .strictObject({
        status: z.enum(["Enabled", "Disabled"]).meta(caseless).describe("Whether an own key encrypts the endpoint."),
        keyVaultProperties: z
          .strictObject({
            keyVaultUri: z.string().describe("The address of the key vault."),
            keyName: z.string().describe("The name of the key."),
            keyVersion: z.string().optional().describe("The version of the key."),
          })
          .optional()
          .describe("Where the key is."),
      })
      .optional()
      .describe("Encryption with an own key."),
    keyGeneration: z
      .int()
      .min(0)
      .optional()
      .meta(unsent)
      .describe(
        "An increase regenerates one key: the primary when it becomes odd, the secondary when it becomes even. " +
          "A create only records it.",
      ),
  }),

  outputs: z.object({
    scoringUri: z.string().describe("The address for scoring."),
    swaggerUri: z.string().describe("The address of the description of the scoring calls."),
    provisioningState,
    primaryKey: z.string().optional().meta(secret).describe("The primary key, when authMode is `Key`."),
    secondaryKey: z.string().optional().meta(secret).describe("The secondary key, when authMode is `Key`."),
  }),
});

/**
 * An online endpoint: document 1, "Online endpoint". Its traffic is the matter of `EndpointTraffic`: an update keeps
 * it.
 */
export const onlineEndpoint = defineResource({
  kind: "ml:OnlineEndpoint",
  description: "An online endpoint: an address at which deployments of models answer scoring requests.",
  minutes: 60,
  ...verbs,
  requests: { ...verbs.requests, refresh: "GET; POST `listKeys` for the keys" },

  *rules({ authMode, keyGeneration }) {
    if (keyGeneration !== undefined && (authMode === "AADToken" || authMode === "AMLToken"))
      yield { path: "keyGeneration", reason: "needs the authMode `Key`" };
  },

  async find(inputs, context) {
    const live = await verbs.find!(inputs, context);
    return live && withKeys(live, {}, context);
  },

  create: (inputs, context) =>
    inTurn(fill(url, inputs, context.settings), context, async () =>
      accessible(await whenFree(context, context.ml, isTaken, () => verbs.create(inputs, context)), context),
    ),

  async read(id, context, stored) {
    const live = await verbs.read(id, context, stored);
    return live && withKeys(live, stored, context);
  },

  update: (id, inputs, olds, context) =>
    inTurn(id, context, async () => {
      const generation = inputs.keyGeneration ?? 0;
      const rotates = generation > Number(olds["keyGeneration"] ?? 0);
      const live = await verbs.update(id, inputs, olds, context).catch((error: unknown) => {
        // A state with the new keyGeneration would say that the key is regenerated.
        throw rotates && error instanceof InitFailedError ? new UserError(error.message, { cause: error }) : error;
      });
      if (!rotates) return accessible(live, context);
      return {
        ...live,
        outputs: {
          ...live.outputs,
          ...(await regenerateKey(id, generation % 2 === 1 ? "primary" : "secondary", context)),
        },
      };
    }),

  delete: (id, state, context) => inTurn(id, context, () => verbs.delete(id, state, context)),
});

/**
 * Whether a refusal says that the name still belongs to another endpoint of the region, for example one that was just
 * deleted.
 */
const isTaken = ({ status, code, reason }: ApiError): boolean =>
  [400, 409].includes(status) && /already an endpoint|unique within|endpointalreadyexists/i.test(`${code} ${reason}`);

/**
 * The endpoint with its keys, which an endpoint has that is ready and whose authMode is `Key`; those of `stored` for
 * one that is not ready.
 */
async function withKeys(live: Live, stored: Bag, context: Context): Promise<Live> {
  if (asText(live.inputs["authMode"] ?? "Key").toLowerCase() !== "key") return live;
  const keys = hasSucceeded(asText(live.outputs["provisioningState"]))
    ? await keysOf(live.id, context)
    : { primaryKey: stored["primaryKey"], secondaryKey: stored["secondaryKey"] };
  return { ...live, outputs: { ...live.outputs, ...keys } };
}

/** The endpoint that was just written, with its keys; it stays in the state when they cannot be read. */
async function accessible(live: Live, context: Context): Promise<Live> {
  try {
    return await withKeys(live, {}, context);
  } catch (error) {
    throw new InitFailedError(live.id, [asError(error).message], live.outputs, { cause: error });
  }
}
