import { PAGE } from "./answer";
import type { Refusal, Service } from "./call";

/** A sentence that says how the address of a service is set, with a blank before it; empty where it has none. */
export const toConfigure = ({ setting }: Service): string =>
  setting === undefined
    ? ""
    : ` Set its address with \`pulumi config set mlplane:${setting.key}\`, on the mlplane.Provider, or as ` +
      `${setting.variable}.`;

/** What to do about a 404 that the service itself did not give, which says nothing of what was asked for. */
export const onForeign404 = (service: Service, refusal: Refusal): string =>
  joined(
    `This is not how ${service.name} says that something is not there: is its address right, and is it that service ` +
      `which answers?${toConfigure(service)}`,
    service.mixUp?.(refusal),
  )!;

/** What to do about a refusal: what the service says of it, or that its address is another one. */
export function adviceOn(service: Service, refusal: Refusal, location: string | undefined): string | undefined {
  if (refusal.status < 400)
    return (
      "It redirects to " +
      `${location !== undefined && URL.canParse(location) ? new URL(location).origin : "another address"}, which ` +
      `is not followed.${toConfigure(service)}`
    );
  return joined(
    service.advice?.(refusal) ?? (refusal.reason === PAGE ? toConfigure(service).trim() : undefined),
    service.mixUp?.(refusal),
  );
}

const joined = (...sentences: (string | undefined)[]): string | undefined =>
  sentences.filter((one) => one !== undefined).join(" ") || undefined;
