import * as z from "zod";
import { defineFunction } from "../../core/function";
import { readObject } from "../../core/http";
import { fill } from "../../core/url";
import { isBag } from "../../core/wire";
import { inWorkspace, LATER_VERSION, W } from "../shared";

/** GET {W}/jobs/{name}. */
export const getJob = defineFunction({
  kind: "ml:getJob",
  description: 'One job with its status: document 1, "Get job".',
  apis: ["ml"],
  args: z.strictObject({ ...inWorkspace, name: z.string().min(1).describe("The name of the job.") }),
  result: z.object({
    id: z.string().describe("The resource ID."),
    name: z.string().describe("The name."),
    jobType: z.string().optional().describe("The kind of job."),
    status: z.string().describe("The status, for example `Completed`; `Unknown` when the service tells none."),
    startTime: z.string().optional().describe("When the job started, as ISO 8601 time."),
    endTime: z.string().optional().describe("When the job ended, as ISO 8601 time."),
  }),

  async call(args, { ml, settings }) {
    const id = fill(`${W}/jobs/{name}`, args, settings);
    const { body } = await readObject(ml, { method: "GET", path: id, apiVersion: LATER_VERSION });
    const properties = isBag(body["properties"]) ? body["properties"] : {};
    const { jobType, status, startTime, endTime } = properties;
    const times = Object.fromEntries(
      Object.entries({ jobType, startTime, endTime }).filter(([, value]) => typeof value === "string"),
    );
    return { id, name: args.name, status: typeof status === "string" ? status : "Unknown", ...times };
  },
});
