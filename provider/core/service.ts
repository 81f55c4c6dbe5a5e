import type { Refusal, Service } from "./call";
import type { Form } from "./form";
import type { Settings } from "./settings";

/** A configuration key, as it is documented. */
export interface Setting {
  description: string;
  secret?: true;
  default?: string;
  /** Another key whose value counts when this one has none. */
  like?: string;
  /** The value is an address. */
  address?: true;
  /** The values that it may have. */
  choices?: readonly string[];
}

/** Headers with a token of the issuer; `what` says for what, in the form of the request. */
export type Tokens = (what: () => Record<string, string>) => Service["authorize"];

/** One service: all that tells it from the others. */
export interface ServiceDefinition {
  /** The service in words, with its article, for messages. */
  name: string;
  /** The configuration key of its address; without one, it is called at addresses that another service gives. */
  address?: string;
  /** The configuration keys that must have a value before it is called. */
  needs(get: Settings["get"]): readonly string[];
  /** How its calls are authorised; without it, they are not. */
  authorize?(settings: Settings, tokens: Tokens): Service["authorize"];
  /** The value of the query parameter `api-version`, when the service has one. */
  apiVersion?: string;
  /** Statuses that are waited out, because the same call may succeed later. */
  passing: readonly number[];
  /** Statuses that are waited out besides by a call that only reads. */
  passingReads?: readonly number[];
  /** Calls with the same word have a queue of their own at each host; without one, that of the host. */
  queue?: string;
  /** The calls per second that it allows, when that is known. */
  perSecond?(settings: Settings): number | undefined;
  /** What to do about a refusal with these settings, where that is known. */
  advice?(refusal: Refusal, settings: Settings): string | undefined;
  form: Form;
}

/** Statuses of a service that is busy, or whose gateway does not reach it. */
export const passing = [408, 429, 500, 502, 503, 504] as const;

/** What to do when something is not there, which is most often named by a literal. */
export const REFER =
  "Where the program declares what is missing, refer to it by its output `name`, so that it is there first.";

const secretNames = new Set<string>();
const redacted = new Set<unknown>();

/** A service as one value. What it calls its secrets holds for all schemas. */
export function defineService(definition: ServiceDefinition): ServiceDefinition {
  definition.form.secretNames.forEach((name) => secretNames.add(name));
  definition.form.redacted.forEach((word) => redacted.add(word));
  return definition;
}

/** Whether a member is secret by its name. */
export const isSecretName = (key: string): boolean => secretNames.has(key);

/** Whether a live value stands for a secret that the service does not tell. */
export const isRedacted = (value: unknown): boolean => redacted.has(value);
