import type { RequestLog } from "../control/requests";
import type { LoggedRequest } from "../publicTypes";
import { masked } from "./masked";

/** A request as the page lists it. */
export interface ListedRequest {
  id: number;
  method: string;
  path: string;
  from: LoggedRequest["from"];
  at: number;
  status?: number;
  took?: number;
  fault?: true;
}

/** What has changed in the log since an earlier look. */
export interface LogChange {
  /** What to ask with the next time. */
  revision: number;
  /** The number of the oldest request that is kept. */
  first: number;
  requests: ListedRequest[];
}

/** A request with all that is known of it. */
export type ShownRequest = ListedRequest & Pick<LoggedRequest, "query" | "headers" | "body" | "answer">;

/** The requests that came or were answered since the log had the revision. */
export function changeOf(log: RequestLog, since: number): LogChange {
  const { requests, revision } = log;
  return { revision, first: requests[0]?.id ?? log.next, requests: log.since(since).map(listed) };
}

/** One request with its bodies, secrets masked; undefined when it is forgotten. */
export function shownRequest(log: RequestLog, id: number): ShownRequest | undefined {
  const entry = log.requests.find((each) => each.id === id);
  if (entry === undefined) return undefined;
  const { query, headers, body, answer } = entry;
  return {
    ...listed(entry),
    query: masked(query) as Record<string, string>,
    headers: masked(headers) as Record<string, string>,
    ...(body === undefined ? {} : { body: masked(body) }),
    ...(answer === undefined ? {} : { answer: masked(answer) }),
  };
}

function listed({ id, method, path, query, from, at, status, took, fault }: LoggedRequest): ListedRequest {
  const text = new URLSearchParams(masked(query) as Record<string, string>).toString();
  return {
    id,
    method,
    path: text === "" ? path : `${path}?${text}`,
    from,
    at,
    ...(status === undefined ? {} : { status }),
    ...(took === undefined ? {} : { took }),
    ...(fault === undefined ? {} : { fault }),
  };
}
