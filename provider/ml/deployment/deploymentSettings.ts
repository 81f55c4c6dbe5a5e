import * as z from "zod";
import { secondsOf } from "../../core/compare";
import { caseless } from "../../core/marks";
import { asText, isBag, type Bag } from "../../core/wire";

const seconds = z.int().min(0).optional();

const probe = {
  initialDelay: seconds.describe("Seconds before the first probe."),
  period: seconds.describe("Seconds between probes."),
  timeout: seconds.describe("Seconds that a probe may take."),
  failureThreshold: z.int().min(1).optional().describe("How many probes in a row must fail."),
};

/** The settings of a deployment that document 1 names as client-library settings, in camelCase. */
export const settings = {
  scaleSettings: z
    .strictObject({
      scaleType: z
        .enum(["Default", "TargetUtilization"])
        .default("TargetUtilization")
        .meta(caseless)
        .describe("Whether the number of instances is fixed or follows the load."),
      minInstances: z.int().min(0).optional().describe("The fewest instances."),
      maxInstances: z.int().min(0).optional().describe("The most instances."),
      targetUtilizationPercentage: z
        .int()
        .min(1)
        .max(100)
        .optional()
        .describe("The CPU load in percent that is aimed at."),
      pollingInterval: seconds.describe("Seconds between looks at the load."),
    })
    .optional()
    .describe("How the number of instances follows the load."),
  requestSettings: z
    .strictObject({
      requestTimeoutMs: z.int().min(1).optional().describe("Milliseconds that a scoring request may take."),
      maxConcurrentRequestsPerInstance: z
        .int()
        .min(1)
        .optional()
        .describe("How many requests an instance works on at a time."),
    })
    .optional()
    .describe("How scoring requests are treated."),
  livenessProbe: z.strictObject(probe).optional().describe("How it is found out that a container must be restarted."),
  readinessProbe: z
    .strictObject({
      ...probe,
      successThreshold: z.int().min(1).optional().describe("How many probes in a row must succeed."),
    })
    .optional()
    .describe("How it is found out that a container can take requests."),
};

/**
 * The settings as the service writes them: whole seconds and milliseconds as ISO 8601 durations, the time-out under
 * another name.
 */
export const toWire = (values: Bag): Bag =>
  mapSettings(values, ([key, value]) =>
    inSeconds.includes(key)
      ? [key, `PT${Number(value)}S`]
      : key === "requestTimeoutMs"
        ? ["requestTimeout", `PT${Number(value) / 1000}S`]
        : [key, value],
  );

/** The reverse of `toWire`. */
export const fromWire = (values: Bag): Bag =>
  mapSettings(values, ([key, value]) => {
    const length = inSeconds.includes(key) || key === "requestTimeout" ? secondsOf(asText(value)) : undefined;
    if (length === undefined) return [key, value];
    return key === "requestTimeout" ? ["requestTimeoutMs", Math.round(length * 1000)] : [key, length];
  });

const inSeconds = ["initialDelay", "period", "timeout", "pollingInterval"];

const mapSettings = (values: Bag, map: (entry: [string, unknown]) => [string, unknown]): Bag =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      Object.hasOwn(settings, key) && isBag(value) ? Object.fromEntries(Object.entries(value).map(map)) : value,
    ]),
  );
