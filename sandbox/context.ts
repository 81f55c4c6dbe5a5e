import type { Hono } from "hono";
import type { HttpBindings } from "@hono/node-server";
import type { Behaviour, Outcome } from "./publicTypes";

/** What handlers find in their context: Node's request and response, and whether a fault has met the request. */
export interface Environment {
  Bindings: HttpBindings;
  Variables: { fault?: true };
}

/** A router of the sandbox. */
export type Router = Hono<Environment>;

/** What every service of the sandbox is given. */
export interface Context {
  /** The address the sandbox answers on, without a slash at its end. */
  url(): string;
  /** The variables by which its clients find the sandbox and are let in. */
  environment(): Record<string, string>;
  /** The sandbox's time in milliseconds since 1970, which `POST /_sandbox/clock` moves forward. */
  now(): number;
  /** One named collection of JSON values, kept in memory or in the data file. */
  collection<T>(name: string): Collection<T>;
  /** How often a collection has been changed. */
  revision(): number;
  /** How the services answer where several forms are legal. */
  behaviour: Behaviour;
  /**
   * The end that a scripted fault gives to the asynchronous operation this request starts, if any (faults with
   * `outcome`).
   */
  outcome(method: string, path: string): Outcome | undefined;
}

/** A map from key to JSON value; every change is written to the data file when there is one. */
export interface Collection<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): boolean;
  entries(): [string, T][];
}

/** The plainest legal form of everything; a test changes what it needs. */
export function plainBehaviour(): Behaviour {
  return {
    operation: "Azure-AsyncOperation",
    put: "body",
    polls: 2,
    retryAfter: undefined,
    echo: "asSent",
    staleReads: 0,
    pageSize: 100,
    modelList: "array",
    mlRequestsPerSecond: undefined,
    searchPageSize: 1000,
    searchRequestsPerSecond: undefined,
    tokenLifetime: 3600,
    catalogList: "object",
    downloadForm: "B",
    localAnswers: "empty",
    sourceKinds: [],
    localErrors: "json",
    statusCasing: "PascalCase",
    chatErrorAfterChunks: undefined,
  };
}
