import type { Fault } from "../publicTypes";
import type { RequestLog } from "./requests";

/** What a test may look at and change while the sandbox runs. */
export interface Script {
  log: RequestLog;
  faults: Fault[];
  /** Milliseconds by which every answer is delayed. */
  latency: number;
}
