import * as z from "zod";
import { autoName, caseless, location, replace, resourceId, unsent } from "../core/marks";
import { defineResource } from "../core/resource";
import { restVerbs } from "../core/rest";
import { identity, isBusy, P, placed, readOnly, tags } from "./shared";

/** A workspace: document 1, "Workspace". */
export const workspace = defineResource({
  kind: "ml:Workspace",
  description: "A workspace: the container of models, computes, online endpoints and jobs.",
  minutes: 60,

  ...restVerbs({
    api: "ml",
    url: `${P}/workspaces/{name}`,
    list: `${P}/workspaces`,
    under: "properties",
    top: ["location", "identity", "tags", "type"],
    readOnly,
    isBusy,
    deleteQuery: ({ onDelete }) => ({ forceToPurge: onDelete === "purge" ? true : undefined }),

    inputs: z.object({
      name: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{2,32}$/, "must be 3 to 33 letters, digits, `-` or `_`, the first a letter or digit; set `name`").optional().meta(autoName).describe("The name, unique in its resource group; default is the Pulumi name."),
      ...placed,
      location: z.string().min(1).meta({ ...replace, ...location }).describe("The region."),
      identity,
      tags,
      friendlyName: z.string().optional().describe("The name that people see."),
      description: z.string().optional().describe("What the workspace is for."),
      storageAccount: z.string().min(1).meta({ ...replace, ...resourceId }).describe("The resource ID of the storage account."),
      keyVault: z.string().min(1).meta({ ...replace, ...resourceId }).describe("The resource ID of the key vault."),
      applicationInsights: z.string().min(1).meta(resourceId).describe("The resource ID of the application-insights component."),
      containerRegistry: z.string().optional().meta(resourceId).describe("The resource ID of the container registry."),
      publicNetworkAccess: z.enum(["Enabled", "Disabled"]).optional().meta(caseless).describe("Whether the workspace can be reached from public networks."),
      onDelete: z.enum(["softDelete", "purge"]).default("softDelete").meta(unsent).describe("What a delete does: `softDelete` keeps the name reserved for a while, `purge` removes the workspace for good."),
    }),

    outputs: z.object({
      type: z.string().describe("The resource type name."),
      creationTime: z.string().describe("When the workspace was created, as ISO 8601 time."),
      workspaceId: z.string().describe("The GUID of the workspace."),
      discoveryUrl: z.string().describe("The discovery URL."),
      provisioningState: z.string().describe("The state of the last operation, for example `Succeeded`."),
    }),
  }),
});
