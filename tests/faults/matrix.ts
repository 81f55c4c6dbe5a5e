import { setTimeout as wait } from "node:timers/promises";
import type { Behaviour, Fault, LoggedRequest, Sandbox, SandboxOptions } from "../../sandbox";
import { resources } from "../../provider/resources";
import { fixtures as specified, fixturesIn } from "../fixtures";
import { freshSandbox } from "../freshSandbox";
import { disturbances, type Disturbance } from "./disturbances";
import { Life } from "./life";
import { isFull, sampleOf, say, seed, together } from "./sample";

/**
 * Every resource, every verb, every request that it sends: each meets everything that can go wrong with a request. The
 * verb
 * succeeds, or ends with one clear error from which the next `up` goes on without manual work.
 */

type Dialect = SandboxOptions["dialect"];
type Verb = "create" | "read" | "update" | "delete";

interface Case {
  disturbance: Disturbance;
  /** The request that meets it, and the how manieth of its kind in the verb; all where there is none. */
  request?: string;
  nth?: number;
}

/** A resource, brought to where a verb begins. */
interface Scene {
  sandbox: Sandbox;
  life: Life;
  /** What must hold after the verb. */
  target: object;
  run(): Promise<Error | undefined>;
}

const counts = { cases: 0, succeeded: 0, continued: 0 };
const underWay = new Set<string>();

/** What is played: a verb of a kind of resource, in a dialect. */
interface Play {
  kind: string;
  verb: Verb;
  dialect: Dialect;
}

async function scene({ kind, verb, dialect }: Play, behaviour: Partial<Behaviour> = {}): Promise<Scene> {
  const { needs = [], inputs, change = inputs } = fixturesIn(dialect)[kind]!;
  const sandbox = await freshSandbox({ behaviour: { polls: 1, ...behaviour }, ...(dialect && { dialect }) });
  const life = new Life(kind, sandbox);
  for (const [needed, args] of needs) expect(await new Life(needed, sandbox).up(args)).toBeUndefined();
  if (verb !== "create") expect(await life.up(inputs)).toBeUndefined();
  const runs = {
    create: () => life.up(inputs),
    read: () => life.refresh(),
    update: () => life.up(change),
    delete: () => life.destroy(),
  };
  sandbox.requests.length = 0;
  return { sandbox, life, target: verb === "update" ? change : inputs, run: runs[verb] };
}

/** Every request that the verb sends when nothing disturbs it, and how manieth of its kind it is. */
async function requestsOf(played: Play): Promise<{ request: string; nth: number }[]> {
  const { sandbox, run } = await scene(played);
  expect(await run()).toBeUndefined();
  await sandbox.close();
  const lines = sandbox.requests.map(lineOf);
  return lines.map((request, index) => ({
    request,
    nth: lines.slice(0, index + 1).filter((one) => one === request).length,
  }));
}

const lineOf = ({ method, path }: LoggedRequest): string => `${method} ${path}`;

async function casesOf(played: Play): Promise<Case[]> {
  const requests = await requestsOf(played);
  const single = requests.flatMap(({ request, nth }) =>
    disturbances.single
      .filter(({ meets }) => meets?.test(request) !== false)
      .map((disturbance) => ({ disturbance, request, nth })),
  );
  return [...single, ...disturbances.lasting.map((disturbance) => ({ disturbance }))];
}

/** Plays one case and gives everything that is not as promised. */
async function play(played: Play, one: Case): Promise<string[]> {
  const name = `${played.kind}: ${played.verb}: ${nameOf(one)}`;
  underWay.add(name);
  let stage: Scene | undefined;
  try {
    stage = await scene(played, one.disturbance.always === true ? one.disturbance.behaviour : {});
    return (await told(played, one, stage)).map((problem) => `${nameOf(one)}: ${problem}`);
  } catch (error) {
    return [`${nameOf(one)}: ${(error as Error).message}`];
  } finally {
    underWay.delete(name);
    await stage?.sandbox.close();
  }
}

const nameOf = ({ disturbance, request, nth }: Case): string =>
  request === undefined ? disturbance.name : `${disturbance.name} at ${nth}. ${request}`;

async function told({ kind, verb }: Play, one: Case, { sandbox, life, target, run }: Scene): Promise<string[]> {
  const { disturbance } = one;
  const id = life.kept?.id;
  Object.assign(sandbox.behaviour, disturbance.behaviour satisfies Partial<Behaviour> | undefined);
  sandbox.faults.push(...faultsOf(one));
  life.within(disturbance.within);
  const failure = await run();
  const sent = [...sandbox.requests];
  await arrived(sandbox, disturbance);
  sandbox.faults.length = 0;
  sandbox.behaviour.tokenLifetime = 3600;
  life.within();
  counts.cases += 1;
  counts[failure === undefined ? "succeeded" : "continued"] += 1;

  const said = failure === undefined ? "" : `; the error before: ${failure.message}`;
  if (failure !== undefined && !isClear(failure))
    return [`no clear error: ${failure.name}: ${failure.message || failure.stack}`];
  if (repeated(sent, one).length > 0)
    return [`sent again though it may have arrived: ${repeated(sent, one).join(", ")}`];
  if (verb === "read" && life.kept === undefined) return ["the refresh forgot the resource"];
  if (verb !== "delete") {
    const again = await life.up(target);
    if (again !== undefined) return [`the next up fails: ${again.message}${said}`];
    const drift = await settled(life);
    if (drift.length > 0) return [`differs at ${drift.join(", ")} after the next up${said}`];
    if ((await life.plan(target)) !== "same") return [`the next preview shows a change${said}`];
  }
  const end = await life.destroy();
  if (end !== undefined) return [`the next destroy fails: ${end.message}${said}`];
  return specified[kind]!.stays !== undefined || id === undefined || (await gone(life, id))
    ? []
    : [`left behind at the service${said}`];
}

/** The faults that let the earlier requests of the same kind pass and meet the nth. */
function faultsOf({ disturbance: { fault }, request, nth = 1 }: Case): Fault[] {
  if (fault === undefined) return [];
  if (request === undefined) return [{ match: "^", ...fault }];
  const match = `^${request.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
  return [...(nth > 1 ? [{ match, delayMs: 0, times: nth - 1 }] : []), { match, ...fault }];
}

/** Waits for calls that were given up: one that arrives after the next run does its work all the same. */
async function arrived({ requests }: Sandbox, { fault }: Disturbance): Promise<void> {
  while (fault?.delayMs !== undefined && requests.some(({ status }) => status === undefined)) await wait(20);
}

/** Where the service still has something else, after some looks: it may show old values for a while. */
async function settled(life: Life): Promise<string[]> {
  let drift = await life.drift();
  for (let looks = 0; drift.length > 0 && looks < 6; looks++) drift = await life.drift();
  return drift;
}

/** Whether the service has nothing under an id, after some looks. */
async function gone(life: Life, id: string): Promise<boolean> {
  for (let looks = 0; looks < 6; looks++) if ((await life.find(id)) === undefined) return true;
  return false;
}

/** One message for people: no bug, no stack trace, nothing that is left over from the code. */
const isClear = (error: Error): boolean =>
  !/^(Type|Range|Reference|Syntax)Error$/.test(error.name) &&
  error.message.length > 10 &&
  error.message.length < 2000 &&
  !/undefined|\[object|NaN/.test(error.message) &&
  !/^ +at /m.test(error.stack ?? "");

/** POSTs that are not idempotent. */
const once = /^POST .*(\/knowledgesources|\/knowledgebases|\/regenerateKeys)$/;

/** Creations of which the service itself refuses a second one. */
const isUnique = /^POST \/knowledge(sources|bases)$/;

/** What was sent a second time though the first may have done its work. */
function repeated(requests: readonly LoggedRequest[], { disturbance: { fault }, request }: Case): string[] {
  const mayArrive =
    fault?.drop !== undefined || fault?.delayMs !== undefined || [500, 502, 504].includes(fault?.status ?? 0);
  const again = requests
    .map(lineOf)
    .filter((line) => line === request && once.test(line))
    .slice(1);
  // A creation whose name is unique may be sent again once a look has not found it: the service refuses a second one.
  const looked = requests.some(({ method, path }) => method === "GET" && path.startsWith(`${request?.split(" ")[1]}/`));
  return mayArrive && !(isUnique.test(request ?? "") && looked) ? again : [];
}

const verbsOf = (kind: string): Verb[] => [
  "create",
  "read",
  ...(specified[kind]!.change === undefined ? [] : ["update" as const]),
  "delete",
];

const played = resources.flatMap(({ kind }) =>
  verbsOf(kind).flatMap((verb) => ([undefined, "azure"] as const).map((dialect): Play => ({ kind, verb, dialect }))),
);

/** Plays all cases in a full run, else so many of each verb of a kind: in the documents' form, and in the dialect. */
export function faultMatrix(inDocumentsForm: number, inDialect: number): void {
  afterAll(() => {
    say(
      `fault matrix: ${counts.cases} cases, ${counts.succeeded} succeeded, ${counts.continued} ended with an ` +
        `error and were carried on; seed ${seed}`,
    );
    for (const one of underWay) say(`not at its end: ${one}`);
  });

  const casesIn = (dialect: Dialect): number => (dialect === undefined ? inDocumentsForm : inDialect);
  const some = played.filter(({ dialect }) => isFull || casesIn(dialect) > 0);
  test.concurrent.each(
    some.map((one) => [`${one.kind}: ${one.verb}${one.dialect ? ` in ${one.dialect}` : ""}`, one] as const),
  )(
    "%s",
    async (_, one) => {
      const cases = sampleOf(await casesOf(one), casesIn(one.dialect));
      const problems = await together(cases, (each) => play(one, each));
      expect(problems.flat()).toEqual([]);
    },
    3_600_000,
  );
}
