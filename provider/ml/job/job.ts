import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { fromBody } from "../../core/body";
import { ApiError, asError, InitFailedError, isNotFound, lookAfter } from "../../core/errors";
import { readObject, sendWrite } from "../../core/http";
import { autoName, references, replace, resourceId, unsent } from "../../core/marks";
import { failed, follow } from "../../core/operation";
import { defineResource, type Context, type Live } from "../../core/resource";
import { restVerbs } from "../../core/rest";
import { hasFailed, hasSucceeded, isRunning } from "../../core/states";
import { until } from "../../core/until";
import { asText, type Bag } from "../../core/wire";
import { idOfAsset, idOfResource, inWorkspace, isBusy, LATER_VERSION, readOnly, tags, W } from "../shared";

const verbs = restVerbs({
  api: "ml",
  url: `${W}/jobs/{name}`,
  list: `${W}/jobs`,
  apiVersion: LATER_VERSION,
  under: "properties",
  once: "a job is never run again by an update",
  readOnly: [
    ...readOnly,
    "name",
    ...["status", "startTime", "endTime", "services"].map((name) => `properties.${name}`),
  ],
  isBusy,

  inputs: z.object({
    name: z
      .string()
      .regex(
        /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,254}$/,
        "must be 1 to 255 letters, digits, `-` or `_`, the first a letter or digit; set `name`",
      )
      .optional()
      .meta(autoName)
      .describe("The name, unique in its workspace; default is the Pulumi name."),
    ...inWorkspace,
    jobType: z.enum(["Command", "Sweep", "Pipeline"]).meta(replace).describe("The kind of job."),
    compute: idOfResource
      .meta({ ...replace, ...resourceId, ...references("ml:Compute", { whenReplaced: "update" }) })
      .describe("The resource ID of the compute that the job runs on."),
    command: z.string().min(1).meta(replace).describe("The command to execute."),
    environment: idOfAsset.meta({ ...replace, ...resourceId }).describe("The resource ID of the environment."),
    displayName: z.string().optional().describe("The name that people see."),
    tags,
    waitForCompletion: z
      .boolean()
      .default(false)
      .meta(unsent)
      .describe("Whether an `up` waits for the end of the job, and fails when the job fails."),
    onDelete: z
      .enum(["delete", "keep"])
      .default("delete")
      .meta(unsent)
      .describe(
        "What a delete does: `delete` removes the job, which is cancelled first while it runs; `keep` leaves it at " +
          "its service as it is, also when a job of another name takes its place.",
      ),
  }),

  outputs: z.object({
    status: z.string().describe("The status when it was last read, for example `Completed`."),
    startTime: z.string().optional().describe("When the job started, as ISO 8601 time."),
    endTime: z.string().optional().describe("When the job ended, as ISO 8601 time."),
  }),
});

/** A training job: document 1, "Job". What it does is fixed; a job that exists is never run again. */
export const job = defineResource({
  kind: "ml:Job",
  description: "A training job: a command that runs on a compute.",
  listed: 'The jobs of a workspace: document 1, "List jobs"; all pages.',
  exactNames: true,
  deleteLosesNothing: ({ onDelete }) => onDelete === "keep",
  minutes: ({ waitForCompletion }) => (waitForCompletion === true ? 24 * 60 : 30),
  ...verbs,
  requests: { ...verbs.requests, delete: "POST `cancel` while it runs, DELETE; none with `keep`" },

  create: async (inputs, context) => completed(await verbs.create(inputs, context), inputs.waitForCompletion, context),
  update: async (id, inputs, olds, context) =>
    completed(await verbs.update(id, inputs, olds, context), inputs.waitForCompletion, context),

  // A job that is kept still has its name.
  *obstacles(before, after) {
    const isSame = ["name", "workspace", "resourceGroup", "subscriptionId"].every((key) =>
      isDeepStrictEqual((before as Bag)[key], (after as Bag)[key]),
    );
    if (before.onDelete === "keep" && isSame)
      yield {
        path: "name",
        reason:
          'must be another one, because the job that is replaced is kept; or let an `up` store `onDelete: "delete"` ' +
          "first",
      };
  },

  // What a look says may be old: a job that runs after all is refused, and looked at again.
  async delete(id, state, context) {
    if (state["onDelete"] === "keep") return context.log.info(`${id} stays as it is, because \`onDelete\` is \`keep\``);
    let refusal: ApiError | undefined;
    await until<void>(
      async (_, looks) => {
        await lookAfter(refusal, () => cancel(id, context));
        try {
          return { end: await verbs.delete(id, state, context) };
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 409 || looks === LOOKS) throw error;
          refusal = error;
          return { refusal };
        }
      },
      { http: context.ml, what: `deleting ${id}` },
    );
  },

  unready: ({ waitForCompletion, status }) =>
    waitForCompletion === true && !hasSucceeded(asText(status)) ? asText(status) || "of no status" : undefined,
});

/** How often a job is looked at that cannot be deleted yet; about seven seconds. */
const LOOKS = 8;

const read = async (id: string, { ml }: Context) =>
  readObject(ml, { method: "GET", path: id, apiVersion: LATER_VERSION });

/** The job at its end, if that is waited for; one that did not complete stays in the state with its status. */
async function completed(live: Live, wait: boolean, context: Context): Promise<Live> {
  if (!wait) return live;
  const what = `running ${live.id}`;
  let outputs = live.outputs;
  try {
    return await until<Live>(
      async () => {
        const { body, headers } = await read(live.id, context);
        const { status, startTime, endTime } = fromBody({ under: "properties" }, body);
        outputs = { status, startTime, endTime };
        const state = asText(status);
        if (hasSucceeded(state)) return { end: { ...live, outputs } };
        if (hasFailed(state)) throw failed(context.ml, what, state, body);
        return { state, headers };
      },
      { http: context.ml, what, progress: context.log.progress },
    );
  } catch (error) {
    throw new InitFailedError(live.id, [asError(error).message], outputs, { cause: error });
  }
}

/** POST {job}/cancel for a job that runs, and waits for its end; one that has ended, or is gone, is left as it is. */
function cancel(id: string, context: Context): Promise<void> {
  const what = `cancelling ${id}`;
  const progress = context.log.progress;
  const isOver = async (): Promise<boolean> => !isRunning(await statusOf(id, context));
  let isRequested = false;
  return until<void>(
    async () => {
      const state = await statusOf(id, context);
      if (!isRunning(state)) return { end: undefined };
      if (isRequested || /^cancelrequested$/i.test(state!)) return { state };
      try {
        const path = `${id}/cancel`;
        const answer = await sendWrite(context.ml, {
          method: "POST",
          path,
          apiVersion: LATER_VERSION,
          repeat: "always",
        });
        isRequested = true;
        await follow(context.ml, answer, { what, progress });
        if (await isOver()) return { end: undefined };
      } catch (error) {
        if (await lookAfter(error, isOver)) return { end: undefined };
        if (!(error instanceof ApiError) || !isBusy(error)) throw error;
        return { state, refusal: error };
      }
      return { state };
    },
    { http: context.ml, what, progress },
  );
}

/** The status of a job, `undefined` when it is gone. */
async function statusOf(id: string, context: Context): Promise<string | undefined> {
  try {
    const { status } = fromBody({ under: "properties" }, (await read(id, context)).body);
    return asText(status);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
