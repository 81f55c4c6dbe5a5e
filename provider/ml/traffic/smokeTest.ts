import { UserError } from "../../core/errors";
import type { Context } from "../../core/resource";
import type { Bag } from "../../core/wire";
import { callerOf, failureIn, score, type Caller, type Scoring } from "../endpoint/scoring";
import type { Endpoint } from "./split";

/** What a deployment must do before it gains traffic. */
export interface SmokeTest {
  request: Bag;
  samples: number;
  maxP95Ms: number;
  minSuccessRate: number;
}

interface Sample {
  milliseconds: number;
  /** The status, or what the scoring script said. */
  outcome: string;
  good: boolean;
}

/**
 * Sends the scoring requests to one deployment after another. Throws an error that tells what was measured when one
 * does not pass.
 */
export async function smokeTest(
  path: string,
  endpoint: Endpoint,
  deployments: string[],
  test: SmokeTest,
  context: Context,
): Promise<void> {
  if (deployments.length === 0) return;
  const caller = await callerOf(path, endpoint.authMode, context);
  const failures: string[] = [];
  for (const deployment of deployments) {
    const samples: Sample[] = [];
    while (samples.length < test.samples) {
      context.log.progress(`smoke test of ${deployment}: request ${samples.length + 1} of ${test.samples}`);
      samples.push(await sample(caller, { scoringUri: endpoint.scoringUri, body: test.request, deployment }));
    }
    const rate = samples.filter(({ good }) => good).length / samples.length;
    const p95 = percentile95(samples.map(({ milliseconds }) => milliseconds));
    if (rate < test.minSuccessRate || p95 > test.maxP95Ms)
      failures.push(failureOf(deployment, samples, rate, p95, test));
    else
      context.log.info(
        `smoke test of ${deployment}: ${percentOf(rate)} % of ${samples.length} requests succeeded, the 95th ` +
          `percentile is ${Math.round(p95)} ms`,
      );
  }
  if (failures.length > 0) throw new UserError(`${failures.join("\n")}\nThe traffic of ${path} stays as it was.`);
}

async function sample(caller: Caller, request: Scoring): Promise<Sample> {
  const started = performance.now();
  const answer = await score(caller, request, anyStatus);
  const milliseconds = performance.now() - started;
  const failure = failureIn(answer);
  const status = String(answer.status);
  return {
    milliseconds,
    good: answer.status < 300 && failure === undefined,
    outcome: failure === undefined ? status : `${[status, failure.type].join(" ").trim()}: ${failure.error}`,
  };
}

/** What a deployment that did not pass is told to have done. */
const failureOf = (
  deployment: string,
  samples: Sample[],
  rate: number,
  p95: number,
  { minSuccessRate, maxP95Ms }: SmokeTest,
): string => {
  const bad = samples.filter(({ good }) => !good).map(({ outcome }) => outcome);
  const counts = [...new Set(bad)].map((outcome) => `${bad.filter((one) => one === outcome).length} × ${outcome}`);
  return (
    `the smoke test of ${deployment} failed: ${samples.length - bad.length} of ${samples.length} requests ` +
    `succeeded (${percentOf(rate)} %, at least ${percentOf(minSuccessRate)} % are needed), ` +
    `the 95th percentile is ${Math.round(p95)} ms (at most ${maxP95Ms} ms)` +
    (counts.length === 0 ? "" : `; answers that failed: ${counts.join(", ")}`)
  );
};

/** The smallest value that 95 percent of the values do not exceed. */
export const percentile95 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

const percentOf = (rate: number): number => Math.round(rate * 1000) / 10;
const anyStatus = Array.from({ length: 200 }, (_, index) => 400 + index);
