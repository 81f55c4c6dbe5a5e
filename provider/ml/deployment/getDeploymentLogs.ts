import * as z from "zod";
import { defineFunction } from "../../core/function";
import { fill } from "../../core/url";
import { containers, logsOf } from "./deploymentLogs";
import { ENDPOINT } from "../endpoint/endpointTurn";
import { inWorkspace } from "../shared";

/** POST {endpoint}/deployments/{deployment}/getLogs. */
export const getDeploymentLogs = defineFunction({
  kind: "ml:getDeploymentLogs",
  description:
    'The last lines that a container of an online deployment has written: document 1, "get deployment logs".',
  apis: ["ml"],
  args: z.strictObject({
    ...inWorkspace,
    endpoint: z.string().min(1).describe("The name of the endpoint."),
    deployment: z.string().min(1).describe("The name of the deployment."),
    lines: z.int().min(1).optional().describe("How many lines; the service decides when not given."),
    container: z
      .enum(Object.keys(containers) as (keyof typeof containers)[])
      .default("inference-server")
      .describe("The container: the one that scores, or the one that fetches the model."),
  }),
  result: z.string(),
  call: ({ lines, container, ...names }, context) =>
    logsOf(fill(`${ENDPOINT}/deployments/{deployment}`, names, context.settings), container, lines, context),
});
