/**
 * What document 1 recommends to watch of online endpoints, "Recommended monitoring thresholds"; rates and utilizations
 * from 0 to 1.
 */
export const recommendedThresholds = {
  /** Milliseconds that 95 percent of the requests stay under. */
  requestLatencyP95Ms: 500,
  /** The share of answers 2xx is above this. */
  http2xxRate: 0.99,
  /** The share of answers 4xx is under this. */
  http4xxRate: 0.01,
  /** The share of answers 5xx is under this. */
  http5xxRate: 0.001,
  /** The CPU utilization is under this. */
  cpuUtilization: 0.8,
  /** The memory utilization is under this. */
  memoryUtilization: 0.8,
} as const;
