import { ApiError, asError, InitFailedError } from "../../core/errors";
import type { Context, Live } from "../../core/resource";
import { endpointOf } from "../endpoint/endpointTurn";
import { isSameName, isSameSplit, readSplit, shareOf, without, writeSplit, type Shares, type Split } from "./split";

/** The shares that replaced deployments of an endpoint gave up in this run. */
interface Lent {
  /** The split before the first of them. */
  before: Split;
  /** The split since the last of them. */
  after: Split;
  /** The names of those that are not back yet. */
  gone: string[];
}

const nameOf = (deployment: string): string => decodeURIComponent(deployment.slice(deployment.lastIndexOf("/") + 1));
const madeIn = (endpoint: string): string => `made in ${endpoint.toLowerCase()}`;
const declaredOf = (endpoint: string): string => `declared of ${endpoint.toLowerCase()}`;
const lentBy = (endpoint: string): string => `shares of ${endpoint.toLowerCase()}`;

/**
 * Says that whoever directs the traffic of an endpoint will do so again in this run, and gives replaced deployments
 * their shares.
 */
export const willBeDirected = (endpoint: string, { handover }: Context): void =>
  void handover.set(lentBy(endpoint), "directed");

/**
 * Takes away the shares that a deployment holds before it is deleted. Its successor has them from then on, if it has
 * another name and is there; else the live ones of the others are scaled up, with a warning.
 */
export async function takeShare(
  deployment: string,
  successor: string,
  isThere: () => Promise<boolean>,
  context: Context,
): Promise<void> {
  const [endpoint, name] = [endpointOf(deployment), nameOf(deployment)];
  const live = await readSplit(endpoint, context);
  if (live === undefined) return;
  const split = live.inputs;
  const [answered, mirrored] = [shareOf(split.traffic, name), shareOf(split.mirrorTraffic, name)];
  if (answered + mirrored === 0) return;
  if (!isSameName(successor, name) && (await isThere())) {
    context.log.info(`${successor} has the traffic of ${name} from now on`);
    return writeSplit(endpoint, renamed(split, name, successor), split, context);
  }
  const after = without(split, (other) => isSameName(other, name));
  const others = Object.entries(after.traffic)
    .map(([other, share]) => `${other} ${share} %`)
    .join(", ");
  context.log.warn(
    `${name} held ${answered} % of the traffic of ${endpoint} and ${mirrored} % of its mirrored traffic; ` +
      (others === "" ? "no deployment answers now" : `now it is ${others}`),
  );
  await writeSplit(endpoint, after, split, context);
  const lent = context.handover.get(lentBy(endpoint)) as Lent | "directed" | undefined;
  if (context.compared === undefined || lent === "directed") return;
  const goesOn = lent !== undefined && isSameSplit(lent.after, split);
  context.handover.set(
    lentBy(endpoint),
    goesOn
      ? { before: renamed(lent.before, name, successor), after, gone: [...lent.gone, successor] }
      : { before: renamed(split, name, successor), after, gone: [successor] },
  );
}

/** A split in which another deployment has the shares of one, beside its own; who answers gets no copies. */
function renamed(split: Split, name: string, to: string): Split {
  if (isSameName(name, to)) return split;
  const [traffic, mirrorTraffic] = [split.traffic, split.mirrorTraffic].map((shares): Shares => {
    const others = Object.entries(shares).filter(([key]) => !isSameName(key, name) && !isSameName(key, to));
    return { ...Object.fromEntries(others), [to]: shareOf(shares, name) + shareOf(shares, to) };
  }) as [Shares, Shares];
  return { traffic, mirrorTraffic: { ...mirrorTraffic, ...(traffic[to]! > 0 && { [to]: 0 }) } };
}

/**
 * Whether this run has made deployments that a declared split names and that have no share yet, because a run before
 * has failed between their delete and their create. Those that are still to be made find the split in `handover`.
 */
export function isOvertaken(endpoint: string, declared: Partial<Split>, handover: Context["handover"]): boolean {
  handover.set(declaredOf(endpoint), declared);
  const made = (handover.get(madeIn(endpoint)) ?? []) as string[];
  return made.some((name) => isNamed(declared, name));
}

/** Says that the traffic of an endpoint has just been directed among all deployments that this run has made so far. */
export const wasDirected = (endpoint: string, { handover }: Context): void => void handover.delete(madeIn(endpoint));

const isNamed = ({ traffic = {}, mirrorTraffic = {} }: Partial<Split>, name: string): boolean =>
  shareOf(traffic, name) + shareOf(mirrorTraffic, name) > 0;

/**
 * Gives a deployment that was made in this run the shares that it gave up in this run or, where the declared split has
 * been compared already, those that it is declared to have; not when somebody has directed the traffic since.
 */
export async function giveShareBack(made: Live, context: Context): Promise<Live> {
  const [endpoint, name] = [endpointOf(made.id), nameOf(made.id)];
  const lent = context.handover.get(lentBy(endpoint)) as Lent | "directed" | undefined;
  if (lent === undefined) return claimShare(made, context);
  if (lent === "directed" || !lent.gone.some((other) => isSameName(other, name))) return made;
  const gone = lent.gone.filter((other) => !isSameName(other, name));
  const after = without(lent.before, (other) => gone.some((one) => isSameName(one, other)));
  try {
    const live = await readSplit(endpoint, context);
    if (live === undefined || !isSameSplit(live.inputs, lent.after)) return made;
    await writeSplit(endpoint, after, live.inputs, context);
  } catch (error) {
    throw new InitFailedError(made.id, [asError(error).message], made.outputs, { cause: error });
  }
  context.handover.set(lentBy(endpoint), { ...lent, after, gone });
  return made;
}

/** Brings the endpoint to the split that is declared, now that a deployment in it is there. */
async function claimShare(made: Live, context: Context): Promise<Live> {
  const [endpoint, name] = [endpointOf(made.id), nameOf(made.id)];
  const { handover } = context;
  handover.set(madeIn(endpoint), [...((handover.get(madeIn(endpoint)) ?? []) as string[]), name]);
  const declared = handover.get(declaredOf(endpoint)) as Partial<Split> | undefined;
  if (declared === undefined || !isNamed(declared, name)) return made;
  try {
    const live = await readSplit(endpoint, context);
    if (live !== undefined) await writeSplit(endpoint, { ...live.inputs, ...declared }, live.inputs, context);
  } catch (error) {
    // Another deployment in it may still have to be made: the last one brings all back.
    if (!(error instanceof ApiError) || error.status >= 500)
      throw new InitFailedError(made.id, [asError(error).message], made.outputs, { cause: error });
    context.log.progress(`the traffic of ${endpoint} stays as it is: ${error.reason}`);
  }
  return made;
}
