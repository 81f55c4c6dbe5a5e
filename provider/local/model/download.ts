import { errorOf } from "../../core/answer";
import { ApiError, asError, lookAfter, NoAnswerError, TimeoutError, UserError } from "../../core/errors";
import type { Call } from "../../core/http";
import type { Context } from "../../core/resource";
import { until } from "../../core/until";
import { isBag, member, type Bag } from "../../core/wire";
import { namesAt, same } from "./names";

/**
 * What is downloaded: document 3, "Download model specification", with what services of some versions take beside it.
 */
export interface Download {
  Uri: string;
  Name: string;
  ProviderType: string;
  Publisher?: string | undefined;
  PromptTemplate?: unknown;
}

/**
 * POST /compat/download, until the model is cached. A download that breaks off is started again, unless the model
 * arrived all the same, as long as there is time. Throws `ApiError` with the service's message for one that failed,
 * though its status is 200.
 */
export async function download(
  model: Download,
  token: string | undefined,
  what: string,
  context: Context,
): Promise<void> {
  const call: Call = {
    method: "POST",
    path: "/compat/download",
    body: { model, token, IgnorePipeReport: true },
    silence: Infinity,
  };
  let mute = 0;
  await until<void>(
    async () => {
      let refusal = new Error("it ended without a result");
      try {
        const result = await resultOf(await context.local.stream(call), what, context);
        if (result !== undefined && succeeded(result, call)) return { end: undefined };
        mute += 1;
      } catch (error) {
        if (!mayPass(error)) throw error;
        refusal = asError(error);
      }
      const names = await lookAfter(refusal, () => namesAt("/compat/models", context));
      if (same(names, model.Name) !== undefined) return { end: undefined };
      if (mute === MUTE)
        throw new UserError(
          `POST ${call.path} answered ${mute} times without a result, and GET /compat/models does not show ` +
            model.Name,
        );
      return { state: "broken off, starting again", refusal };
    },
    { http: context.local, what, progress: context.log.progress },
  );
}

/** How often a download may end without saying how. */
const MUTE = 3;

/** Shows the progress in a download's answer and gives the JSON at its end; `undefined` when it ended without any. */
async function resultOf(bits: AsyncIterable<string>, what: string, context: Context): Promise<Bag | undefined> {
  const result: string[] = [];
  let line: string[] = [];
  let last = "0 %";
  for await (const bit of bits) {
    const [head = "", ...heads] = bit.split("\n");
    line.push(head);
    for (const next of heads) {
      const ended = line.join("");
      if (result.length > 0 || isResult(ended)) result.push(ended);
      else last = progressOf(ended) ?? last;
      line = [next];
    }
    context.log.progress(`${what}: ${last}`);
    if (context.local.left < 0) throw new TimeoutError(`${what} did not end in time; it was at ${last}`);
  }
  const text = [...result, line.join("")].join("\n");
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf("{")));
    return isBag(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a line is the first one of the JSON. */
const isResult = (line: string): boolean => line.trimStart().startsWith("{");

/** `50 % model.onnx` of a line such as `("model.onnx", 0.5)` or `Total 50.00% Downloading model.onnx`. */
export function progressOf(line: string): string | undefined {
  const [, file, share] = /^\s*\("([^"]*)",\s*([\d.]+)\)/.exec(line) ?? [];
  if (share !== undefined) return `${percent((Number(share) || 0) * 100)} ${file}`.trimEnd();
  const [, whole, rest = ""] =
    /(?<![\d.])(\d{1,9}(?:\.\d{1,9})?)\s{0,9}%(?:\s{1,9}Downloading\s{1,9}(.*))?/.exec(line) ?? [];
  return whole === undefined ? undefined : `${percent(Number(whole))} ${rest}`.trimEnd();
}

const percent = (value: number): string => `${Math.min(100, Math.floor(value))} %`;

/** Whether a result tells success, in any letter case; throws for one that tells a failure. */
function succeeded(result: Bag, { method, path }: Call): boolean {
  const success = member(result, "success");
  const message = member(result, "errorMessage");
  const reason =
    typeof message === "string" && message !== "" ? message : errorOf(result).message || errorOf(result).code;
  if (success === false || (success !== true && reason !== ""))
    throw new ApiError(method, path, 200, "", `the download failed: ${reason === "" ? "no reason was given" : reason}`);
  return success === true;
}

/** Whether the same download may succeed later: the connection broke, or the service is not ready for a while. */
const mayPass = (error: unknown): boolean =>
  error instanceof NoAnswerError || (error instanceof ApiError && [408, 502, 503, 504].includes(error.status));
