import type { Context } from "../context";
import type { Script } from "../control/script";
import { searchTiers } from "../control/tiers";
import type { Fault } from "../publicTypes";
import { type LocalModel, localModels } from "./local";
import { masked } from "./masked";
import { type Workspace, workspaces } from "./ml";
import { type BaseNode, type IndexRow, type SourceNode, indexRows, knowledge } from "./search";

/** What the services hold, without what is shown of one thing only when it is asked for. */
export interface State {
  /** The address of the sandbox and the variables of its clients. */
  url: string;
  environment: Record<string, string>;
  /** The sandbox's time in milliseconds since 1970, and how far it is ahead of this machine's. */
  now: number;
  advanced: number;
  /** Milliseconds by which every answer is delayed. */
  latency: number;
  tiers: Record<string, number>;
  /** Requests per second that the search service takes; null without a limit. */
  rate: number | null;
  faults: Fault[];
  workspaces: Workspace[];
  indexes: IndexRow[];
  sources: SourceNode[];
  bases: BaseNode[];
  models: LocalModel[];
}

/** What the services hold now; nothing advances because of the look. */
export function stateOf(context: Context, script: Script): State {
  const now = context.now();
  return {
    url: context.url(),
    environment: context.environment(),
    now,
    advanced: now - Date.now(),
    latency: script.latency,
    tiers: searchTiers,
    rate: context.behaviour.searchRequestsPerSecond ?? null,
    faults: masked(script.faults) as Fault[],
    workspaces: workspaces(context),
    indexes: indexRows(context),
    ...knowledge(context),
    models: localModels(context),
  };
}
