import * as z from "zod";
import { derived, replace, autoName } from "../core/marks";
import { defineResource } from "../core/resource";
import { restVerbs } from "../core/rest";
import { fill } from "../core/url";
import { isUnknown } from "../core/wire";
import { inWorkspace, isBusy, tags, W } from "./shared";

/** A registered model: document 1, "Model". */
export const model = defineResource({
  kind: "ml:Model",
  description: "A registered model: a version of model files in a datastore.",
  listed: 'The registered models of a workspace: document 1, "List models"; all pages.',
  createFirst: (olds, news) => olds.modelId !== news.modelId,

  ...restVerbs({
    api: "model",
    prefix: "/modelmanagement/v1.0",
    url: `${W}/models/{modelId}`,
    list: `${W}/models`,
    readOnly: ["id", "modelId", "createdTime", "modifiedTime", "createdBy", "etag", "systemData", "type"],
    isBusy,

    inputs: z.object({
      name: z.string().min(1).optional().meta(autoName).describe("The name of the model; default is the Pulumi name."),
      ...inWorkspace,
      modelId: z
        .string()
        .min(1)
        .optional()
        .meta(replace)
        .describe("The unique identifier in the workspace; default is `{name}:{version}`."),
      version: z
        .int()
        .meta(replace)
        .describe("The version; what it stands for never changes, so new files are a new version."),
      path: z.string().min(1).meta(replace).describe("The path to the model files in a datastore."),
      description: z.string().optional().describe("What the model is for."),
      tags,
    }),

    outputs: z.object({
      resourceId: z
        .string()
        .meta(derived)
        .describe("The resource ID of this version: `{W}/models/{name}/versions/{version}`."),
    }),
  }),

  defaults: ({ name, version }) => ({ modelId: [name, version].find(isUnknown) ?? `${name}:${version}` }),

  derive: (inputs, settings) => ({ resourceId: fill(`${W}/models/{name}/versions/{version}`, inputs, settings) }),
});
