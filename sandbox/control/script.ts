import type { Fault } from "./faults";
import type { LoggedRequest } from "./requests";

/** What a test may look at and change while the sandbox runs. */
export interface Script {
  requests: LoggedRequest[];
  faults: Fault[];
  /** Milliseconds by which every answer is delayed. */
  latency: number;
}
