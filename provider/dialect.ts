import type { Dialect } from "../dialects";
import type { Refusal } from "./core/call";
import type { Answer, Call, Http } from "./core/http";
import type { Log } from "./core/log";
import type { ResourceDefinition, Settings } from "./core/resource";
import { isUnknown, type Bag } from "./core/wire";

/** What the documents' own form is called. */
export const SPECIFIED = "specified";

let loaded: typeof import("../dialects") | undefined;
/** The dialects, loaded only where one is configured or told of. */
const registry = (): typeof import("../dialects") =>
  (loaded ??= require("../dialects") as typeof import("../dialects"));

/** The names of all dialects, that of the documents' own form first. */
export const dialectNames = (): string[] => [SPECIFIED, ...Object.keys(registry().dialects)];

/** What is wrong with the name of a dialect, if anything is. */
export const mistakeInName = (name: string): string | undefined =>
  name === SPECIFIED || Object.hasOwn(registry().dialects, name)
    ? undefined
    : `must be one of ${dialectNames().join(", ")}`;

/** A new dialect of this name; `undefined` for the documents' own form, and for a name that none has. */
export const dialectNamed = (name: string | undefined): Dialect | undefined =>
  name === undefined || name === SPECIFIED ? undefined : registry().dialectNamed(name);

const ofSettings = new WeakMap<Settings, Dialect | undefined>();

/** The dialect in which the services of a connection speak; `undefined` for the documents' own form. */
export function dialectOf(settings: Settings): Dialect | undefined {
  if (!ofSettings.has(settings)) ofSettings.set(settings, dialectNamed(settings.get("dialect")));
  return ofSettings.get(settings);
}

/** A client whose calls are in the documents' form, for a service that speaks a dialect. */
export function speaking(http: Http, dialect: Dialect, log: Log): Http {
  const { speak } = registry();
  return {
    ...http,
    get left() {
      return http.left;
    },
    send: (call) => speak(dialect, call, (theirs) => http.send(theirs as Call), log.warn) as Promise<Answer>,
    async stream(call) {
      let stream: AsyncIterable<string> | undefined;
      await speak(dialect, call, async (theirs) => {
        stream = await http.stream(theirs as Call);
        return { status: 200, headers: {}, body: undefined };
      });
      return stream!;
    },
  };
}

/** A definition whose rules tell as well what cannot be said in the dialect of a connection. */
export function spoken(definition: ResourceDefinition, settings: Settings): ResourceDefinition {
  const dialect = dialectOf(settings);
  if (dialect === undefined) return definition;
  return {
    ...definition,
    *rules(inputs, all) {
      yield* definition.rules?.(inputs, all) ?? [];
      yield* dialect.mistakes(definition.kind, known(inputs) as Bag);
    },
  };
}

/** A value without what is not known yet. */
const known = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item: unknown) => (isUnknown(item) ? undefined : item)));

/**
 * What to do about a refusal that shows, as does the address of a service, that it speaks another form than the
 * configured one.
 */
export function mixUp(settings: Settings, address: string | undefined, refusal: Refusal): string | undefined {
  const configured = dialectOf(settings);
  const say = `\`dialect\` (mlplane:dialect or MLPLANE_DIALECT)`;
  if (address === undefined) return undefined;
  if (configured !== undefined)
    return configured.isForeign(refusal)
      ? `The service does not seem to speak the dialect \`${settings.get("dialect")}\`: ${say} says how it does.`
      : undefined;
  if (refusal.status === 401 || refusal.status === 403 || refusal.status > 428) return undefined;
  const other = otherSpoken(settings.get(address), refusal);
  return other === undefined ? undefined : `The service may speak the dialect \`${other}\`: if so, set ${say}.`;
}

/** The name of the dialect that a refusal seems to be in. */
const otherSpoken = (address: string | undefined, refusal: Refusal): string | undefined =>
  otherAt(address) ?? loadable().find(([, dialect]) => dialect.speaks(refusal))?.[0];

/** The name of the dialect whose services are known to be at an address. */
export const otherAt = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address)
    ? loadable().find(([, dialect]) => dialect.owns(new URL(address)))?.[0]
    : undefined;

/** The dialects by name; none where the package was taken away while it ran, so that a hint hides no refusal. */
function loadable(): [string, Dialect][] {
  try {
    return Object.entries(registry().dialects).map(([name, make]) => [name, make()]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return [];
    throw error;
  }
}
