import * as fc from "fast-check";
import { isBag } from "../../provider/core/wire";
import type { Sandbox } from "../../sandbox";
import { edits, json, text } from "./arbitraries";
import { AT, openDoor, type Raw } from "./door";

/** What becomes of an answer. */
type Distortion = (answer: Raw) => Raw;

const ofJson =
  (change: (body: unknown) => unknown): Distortion =>
  (answer) => {
    try {
      return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) ?? "" };
    } catch {
      return answer;
    }
  };

const deep = 20_000;
const texts = [
  "",
  " ",
  "null",
  "true",
  "0",
  "-0",
  "1e999",
  '"text"',
  "[]",
  "{}",
  "[[]]",
  '{"value":null}',
  '{"value":{}}',
  '{"error":null}',
  '{"error":[]}',
  '{"error":{"details":{}}}',
  '{"name":',
  "\ufeff{}",
  "<html>sign in</html>",
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  "[".repeat(deep) + "]".repeat(deep),
  `${'{"error":{"details":['.repeat(deep)}${"]}}".repeat(deep)}`,
  `{"properties":${'{"a":'.repeat(deep)}1${"}".repeat(deep)}}`,
];

/** Members that steer what a client does next. */
const steering: fc.Arbitrary<object> = fc.record(
  {
    nextLink: fc.oneof(
      json,
      fc.constantFrom(
        AT,
        "",
        "/",
        "//",
        "?page=2",
        "http://127.0.0.1:9/elsewhere",
        "ftp://a",
        "http://",
        `${AT}/indexes?page=2`,
      ),
    ),
    status: fc.oneof(json, fc.constantFrom("Running", "Failed", "Succeeded")),
    provisioningState: json,
    properties: json,
    value: json,
    error: json,
  },
  { requiredKeys: [] },
);

const headers: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    "azure-asyncoperation": fc.constantFrom(
      "",
      "no address",
      "/",
      `${AT}/indexes`,
      "ftp://a/b",
      "http://127.0.0.1:9/x",
      "http://[",
      "javascript:1",
    ),
    "operation-location": fc.constantFrom("", "?a", `${AT}/compat/status`),
    location: fc.constantFrom("", "/x", "http://127.0.0.1:9/y"),
    "retry-after": fc.constantFrom(
      "",
      "0",
      "-1",
      "soon",
      "1e9",
      "99999999999999999999",
      "0.01",
      "Wed, 21 Oct 2099 07:28:00 GMT",
    ),
    etag: fc.constantFrom("", "a", '"', "W/"),
    "content-type": fc.constantFrom("text/html", "", "application/json; charset=utf-16", "image/png"),
    date: fc.constantFrom("never", ""),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>;

const distortion: fc.Arbitrary<Distortion> = fc.oneof(
  { weight: 4, arbitrary: edits(json).map((edit): Distortion => ofJson(edit)) },
  { weight: 2, arbitrary: json.map((body): Distortion => (answer) => ({ ...answer, body: JSON.stringify(body) })) },
  {
    weight: 2,
    arbitrary: steering.map((members): Distortion => ofJson((body) => ({ ...(isBag(body) ? body : {}), ...members }))),
  },
  fc.oneof(fc.constantFrom(...texts), text).map((body): Distortion => (answer) => ({ ...answer, body })),
  fc
    .constantFrom(
      200,
      201,
      202,
      204,
      206,
      226,
      299,
      300,
      301,
      304,
      400,
      401,
      404,
      405,
      409,
      412,
      418,
      429,
      500,
      503,
      599,
    )
    .map((status): Distortion => (answer) => ({ ...answer, status })),
  headers.map((others): Distortion => (answer) => ({ ...answer, headers: { ...answer.headers, ...others } })),
);

/** Which of the answers to come are changed, and how. */
export interface Change {
  /** How many answers come as they are before the first that does not. */
  before: number;
  /** How many answers are changed. */
  many: number;
  distort: Distortion[];
}

/** A change of the answers of a service. */
export const change: fc.Arbitrary<Change> = fc.record({
  before: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
  many: fc.constantFrom(1, 1, 2, Infinity),
  distort: fc.array(distortion, { minLength: 1, maxLength: 2 }),
});

/**
 * What a task ends with that reaches a sandbox by a door at which answers are changed, those with tokens aside: what it
 * gives, or its error. Each task has a door of its own: what one was told, as how long to wait, is nothing to the next.
 * Throws an error for a task that does not end.
 */
export async function through<T>(
  sandbox: Sandbox,
  { before, many, distort }: Change,
  task: (distorted: Sandbox) => Promise<T>,
): Promise<T | Error> {
  let seen = 0;
  const door = await openDoor(sandbox, (answer, path) =>
    path.includes("/oauth2/") || seen++ < before || seen > before + many
      ? answer
      : distort.reduce((told, one) => one(told), answer),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("it does not end")), ENDLESS);
  });
  try {
    return await Promise.race([task(door.sandbox).catch((error: Error) => error), late]);
  } finally {
    clearTimeout(timer);
    await door.close();
  }
}

/** Milliseconds after which a task that has a second counts as one that does not end. */
const ENDLESS = 60_000;
