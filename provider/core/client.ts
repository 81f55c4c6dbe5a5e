import type * as undici from "undici";

/**
 * The parts of undici that send a request. Its index, which has much that nobody uses here, takes six times as long to
 * load. Where the parts stand is promised by no version: the package takes patches of the one that it was tested with.
 */
export const Agent = require("undici/lib/dispatcher/agent") as typeof undici.Agent;
const send = require("undici/lib/api/api-request") as (
  this: undici.Dispatcher,
  options: undici.Dispatcher.RequestOptions,
) => Promise<undici.Dispatcher.ResponseData>;
const { getGlobalDispatcher } = require("undici/lib/global") as Pick<typeof undici, "getGlobalDispatcher">;

/** Sends a request by a dispatcher, or by the one of this process, and gives the head of its answer. */
export const request = (
  { origin, pathname, search }: URL,
  {
    dispatcher = getGlobalDispatcher(),
    ...options
  }: Omit<undici.Dispatcher.RequestOptions, "origin" | "path"> & { dispatcher?: undici.Dispatcher },
): Promise<undici.Dispatcher.ResponseData> => send.call(dispatcher, { ...options, origin, path: pathname + search });
