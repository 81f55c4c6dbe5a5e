import * as z from "zod";
import { fromBody } from "../core/body";
import { ApiError } from "../core/errors";
import { autoName, caseless, location, replace, resourceId, unsent } from "../core/marks";
import { defineResource } from "../core/resource";
import { restVerbs } from "../core/rest";
import { isBag } from "../core/wire";
import {
  identity,
  idOfResource,
  isBusy,
  P,
  placed,
  provisioningState,
  readOnly,
  ready,
  tags,
  whenFree,
} from "./shared";

const shape = { under: "properties", top: ["location", "identity", "tags", "type"] };

const verbs = restVerbs({
  api: "ml",
  url: `${P}/workspaces/{name}`,
  list: `${P}/workspaces`,
  ...shape,
  readOnly,
  isBusy,
  fromBody: (body) => ({
    ...ready,
    creationTime: isBag(body["systemData"]) ? body["systemData"]["createdAt"] : undefined,
    ...fromBody(shape, body),
  }),
  deleteQuery: ({ onDelete }) => ({ forceToPurge: onDelete === "purge" ? true : undefined }),

  inputs: z.object({
    name: z
      .string()
      .regex(
        /^[a-zA-Z0-9][a-zA-Z0-9_-]{2,32}$/,
        "must be 3 to 33 letters, digits, `-` or `_`, the first a letter or digit; set `name`",
      )
      .optional()
      .meta(autoName)
      .describe("The name, unique in its resource group; default is the Pulumi name."),
    ...placed,
    location: z
      .string()
      .min(1)
      .meta({ ...replace, ...location })
      .describe("The region."),
    identity,
    tags,
    friendlyName: z.string().optional().describe("The name that people see."),
    description: z.string().optional().describe("What the workspace is for."),
    storageAccount: idOfResource
      .meta({ ...replace, ...resourceId })
      .describe("The resource ID of the storage account."),
    keyVault: idOfResource.meta({ ...replace, ...resourceId }).describe("The resource ID of the key vault."),
    applicationInsights: idOfResource.describe("The resource ID of the application-insights component."),
    containerRegistry: idOfResource.optional().describe("The resource ID of the container registry."),
    publicNetworkAccess: z
      .enum(["Enabled", "Disabled"])
      .optional()
      .meta(caseless)
      .describe("Whether the workspace can be reached from public networks."),
    onDelete: z
      .enum(["softDelete", "purge"])
      .default("softDelete")
      .meta(unsent)
      .describe(
        "What a delete does: `softDelete` keeps the name reserved for a while, `purge` removes the workspace for good.",
      ),
  }),

  outputs: z.object({
    type: z.string().describe("The resource type name."),
    creationTime: z.string().describe("When the workspace was created, as ISO 8601 time."),
    workspaceId: z.string().describe("The GUID of the workspace."),
    discoveryUrl: z.string().describe("The discovery URL."),
    provisioningState,
  }),
});

/** A workspace: document 1, "Workspace". */
export const workspace = defineResource({
  kind: "ml:Workspace",
  description: "A workspace: the container of models, computes, online endpoints and jobs.",
  listed: 'The workspaces of a resource group: document 1, "List workspaces"; all pages.',
  minutes: 60,
  ...verbs,

  create: async (inputs, context) => {
    try {
      const wasPurged = context.compared?.olds["onDelete"] === "purge";
      return await whenFree(
        context,
        context.ml,
        (error) => wasPurged && isRetained(error),
        () => verbs.create(inputs, context),
      );
    } catch (error) {
      throw error instanceof ApiError && isRetained(error) ? error.advised(RETAINED) : error;
    }
  },
});

/** Whether a refusal says that the name is still that of a workspace that was deleted softly. */
const isRetained = ({ status, reason }: ApiError): boolean =>
  [400, 409].includes(status) && /retained|soft.?delet|purge|recover/i.test(reason);

const RETAINED =
  "A soft delete keeps the name for a while. Recover or purge that workspace, or declare another name. With " +
  '`onDelete: "purge"`, which counts once an `up` has stored it, a delete sets the name free at once.';
