import type { Collection } from "../../context";
import type { Outcome } from "../../publicTypes";
import type { Service } from "../core/answers";
import { propertiesOf } from "../core/declared";
import { pathKey } from "../core/paths";
import type { Operation, Resource } from "../core/records";

/** How far a job has come. */
export interface Progress {
  status: string;
  /** How often a reader has looked at it. */
  looks: number;
  /** How many looks show it as not over yet. */
  polls: number;
  /** The status that it will end with. */
  result: string;
  /** The time before which it is not over, for a command that sleeps, in milliseconds since 1970. */
  until: number;
  start?: number;
  end?: number;
  /** The operation that cancels it. */
  cancelling?: string;
}

const way = ["Starting", "Provisioning", "Preparing", "Queued", "Running", "Finalizing"];

/** Begins a job: `exit 1` in its command makes it fail, `sleep N` makes it run for N seconds of the sandbox's time. */
export function startJob(service: Service, job: Resource, outcome: Outcome | undefined): void {
  const { context } = service;
  const command = String(propertiesOf(job.body).command);
  const seconds = Number(/\bsleep (\d+)/.exec(command)?.[1] ?? 0);
  jobs(service).set(pathKey(job.id), {
    status: "NotStarted",
    looks: 0,
    polls: context.behaviour.polls,
    result: outcome?.status ?? (/\bexit [1-9]/.test(command) ? "Failed" : "Completed"),
    until: context.now() + seconds * 1000,
  });
}

/** How far the job has come now. Throws an error for a job that was never started. */
export function progressOf(service: Service, job: Resource): Progress {
  const progress = jobs(service).get(pathKey(job.id));
  if (progress === undefined) throw new Error(`The job ${job.id} has no progress.`);
  const operation = service.resources.operation(progress.cancelling);
  if (operation === undefined || isOver(progress)) return progress;
  const { status, end } = operation;
  return {
    ...progress,
    ...(status === "InProgress"
      ? { status: "CancelRequested" }
      : { status: "Canceled", end: end ?? service.context.now() }),
  };
}

/** Counts a look at the job, which brings it nearer to its end; returns how far it has come. */
export function advance(service: Service, job: Resource): Progress {
  const now = service.context.now();
  const progress = progressOf(service, job);
  if (isOver(progress) || progress.cancelling !== undefined) return progress;
  const looks = progress.looks + 1;
  const over = looks > progress.polls && now >= progress.until;
  const step = looks > progress.polls ? way.indexOf("Running") : Math.ceil((looks * way.length) / progress.polls) - 1;
  const status = over ? progress.result : (way[step] ?? "Running");
  const started = over || step >= way.indexOf("Running");
  const next: Progress = {
    ...progress,
    looks,
    status,
    ...(started ? { start: progress.start ?? now } : {}),
    ...(over ? { end: now } : {}),
  };
  jobs(service).set(pathKey(job.id), next);
  return next;
}

/** Lets the job be cancelled when the operation ends. */
export function cancel(service: Service, job: Resource, operation: Operation): void {
  jobs(service).set(pathKey(job.id), { ...progressOf(service, job), cancelling: operation.id });
}

/** Whether the job has ended. */
export function isOver({ status }: Progress): boolean {
  return ["Completed", "Failed", "Canceled"].includes(status);
}

function jobs({ context }: Service): Collection<Progress> {
  return context.collection<Progress>("ml.jobs");
}
