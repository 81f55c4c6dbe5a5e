import * as fc from "fast-check";
import { InitFailedError } from "../../provider/core/errors";
import { isBag, plain } from "../../provider/core/wire";
import { resources } from "../../provider/resources";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { Subject, type Kept } from "../subject";
import { edits, json, text } from "./arbitraries";
import { openDoor, type Raw } from "./distortion";
import { areUntouched, counted, hold, notJson, unclear } from "./promises";

/** Whatever a service answers, a verb ends in time, with what JSON can say or with a clear error. */

const count = counted("properties of answers");
const time = "1s";
const within = { __timeouts: { create: time, update: time, delete: time, read: time } };
/** Milliseconds after which a verb that has a second counts as one that does not end. */
const ENDLESS = 15_000;

type Distortion = (answer: Raw) => Raw;

const ofJson = (change: (body: unknown) => unknown): Distortion => (answer) => {
  try {
    return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) ?? "" };
  } catch {
    return answer;
  }
};

const deep = 20_000;
const texts = ["", " ", "null", "true", "0", "-0", "1e999", '"text"', "[]", "{}", "[[]]", '{"value":null}', '{"value":{}}', '{"error":null}', '{"error":[]}', '{"error":{"details":{}}}', '{"name":', "\ufeff{}", "<html>sign in</html>",
  '{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', "[".repeat(deep) + "]".repeat(deep), `${'{"error":{"details":['.repeat(deep)}${"]}}".repeat(deep)}`, `{"properties":${'{"a":'.repeat(deep)}1${"}".repeat(deep)}}`];

/** Members that steer what a client does next. */
const steering = (at: string): fc.Arbitrary<object> =>
  fc.record({ nextLink: fc.oneof(json, fc.constantFrom(at, "", "/", "//", "?page=2", "http://127.0.0.1:9/elsewhere", "ftp://a", "http://", at + "/indexes?page=2")), status: fc.oneof(json, fc.constantFrom("Running", "Failed", "Succeeded")), provisioningState: json, properties: json, value: json, error: json }, { requiredKeys: [] });

const headers = (at: string): fc.Arbitrary<Record<string, string>> =>
  fc.record({
    "azure-asyncoperation": fc.constantFrom("", "no address", "/", `${at}/indexes`, "ftp://a/b", "http://127.0.0.1:9/x", "http://[", "javascript:1"),
    "operation-location": fc.constantFrom("", "?a", `${at}/compat/status`), location: fc.constantFrom("", "/x", "http://127.0.0.1:9/y"),
    "retry-after": fc.constantFrom("", "0", "-1", "soon", "1e9", "99999999999999999999", "0.01", "Wed, 21 Oct 2099 07:28:00 GMT"), etag: fc.constantFrom("", "a", '"', "W/"), "content-type": fc.constantFrom("text/html", "", "application/json; charset=utf-16", "image/png"), date: fc.constantFrom("never", ""),
  }, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;

const distortion = (at: string): fc.Arbitrary<Distortion> => fc.oneof(
  { weight: 4, arbitrary: edits(json).map((edit): Distortion => ofJson(edit)) },
  { weight: 2, arbitrary: json.map((body): Distortion => (answer) => ({ ...answer, body: JSON.stringify(body) })) },
  { weight: 2, arbitrary: steering(at).map((members): Distortion => ofJson((body) => ({ ...(isBag(body) ? body : {}), ...members }))) },
  fc.oneof(fc.constantFrom(...texts), text).map((body): Distortion => (answer) => ({ ...answer, body })),
  fc.constantFrom(200, 201, 202, 204, 206, 226, 299, 300, 301, 304, 400, 401, 404, 405, 409, 412, 418, 429, 500, 503, 599).map((status): Distortion => (answer) => ({ ...answer, status })),
  headers(at).map((others): Distortion => (answer) => ({ ...answer, headers: { ...answer.headers, ...others } })),
);

const verbs = ["create", "read", "update", "delete"] as const;

interface Scene {
  verb: (typeof verbs)[number];
  /** How many answers come as they are before the first that does not. */
  before: number;
  /** How many answers are changed. */
  many: number;
  distort: Distortion[];
}

const scene = (at: string): fc.Arbitrary<Scene> => fc.record({ verb: fc.constantFrom(...verbs), before: fc.constantFrom(0, 0, 0, 1, 1, 2, 3), many: fc.constantFrom(1, 1, 2, Infinity), distort: fc.array(distortion(at), { minLength: 1, maxLength: 2 }) });

const sandboxes: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(sandboxes.map((one) => one.close())));

test.concurrent.each(resources.map(({ kind }, position) => [kind, position] as const))("%s: whatever is answered, a verb ends in time and clearly", async (kind, position) => {
  const { needs = [], inputs, change = inputs } = fixtures[kind]!;
  const real: Sandbox = await startSandbox({ behaviour: { polls: 1 } });
  const door = await openDoor(real);
  sandboxes.push(door, real);
  const direct = new Subject(kind, real);
  for (const [needed, args] of needs) await new Subject(needed, real).create(args);
  const subject = new Subject(kind, door.sandbox);
  await hold(scene(door.sandbox.url), 8, async ({ verb, before, many, distort }) => {
    count.run();
    const made = verb === "create" ? undefined : await direct.create({ ...inputs, adopt: "always" });
    const kept = made && { ...made, outs: { ...made.outs, ...within } };
    let seen = 0;
    door.distort = (answer, path) => (path.includes("/oauth2/") || seen++ < before || seen > before + many ? answer : distort.reduce((told, one) => one(told), answer));
    const run: Record<Scene["verb"], () => Promise<unknown>> = {
      create: () => subject.create({ ...inputs, ...within }),
      read: () => subject.read(kept!),
      update: () => subject.update(kept!, { ...change, ...within }),
      delete: () => subject.delete(kept!),
    };
    const ended = await timed(run[verb]().catch((error: Error) => error));
    door.distort = (answer) => answer;
    if (ended instanceof InitFailedError) expect(notJson(plain(ended.properties))).toEqual(notJson(ended.properties));
    if (ended instanceof Error) expect(unclear(ended)).toBeUndefined();
    else if (ended !== undefined) {
      const { id, inputs: read, outs } = ended as Kept;
      expect([typeof id, id === "", notJson([read, outs])]).toEqual(["string", false, []]);
      await expect(subject.plan({ id, inputs: read, outs }, inputs).catch(unclear)).resolves.toMatch(/^(same|update|replace)$/);
    }
    expect(areUntouched()).toBe(true);
    await cleared(direct, kept);
  }, position);
}, 600_000);

/** Takes away whatever a run has left. */
async function cleared(direct: Subject, kept: Kept | undefined): Promise<void> {
  const { inputs } = fixtures[direct.kind]!;
  const there = kept ?? (await direct.create({ ...inputs, adopt: "always" }).catch(() => undefined));
  if (there !== undefined) await direct.delete({ ...there, outs: plain(there.outs) as Kept["outs"] }).catch(() => undefined);
}

/** What a promise gives; an error when it gives nothing in time. */
async function timed<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error("the verb does not end")), ENDLESS); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
