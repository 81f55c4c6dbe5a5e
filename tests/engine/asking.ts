import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval as every, setTimeout as pause } from "node:timers/promises";
import type { Behaviour, Sandbox } from "../../sandbox";
import { asError } from "../../provider/core/errors";
import { outside } from "../outside";
import { fields, lab, workspaceId } from "./lab";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** What a program declares that serves: documents behind a knowledge base, a model behind an endpoint. */
export interface Served {
  /** The other fields of the index than its key and its text; one that goes makes a rebuild necessary. */
  more?: object[];
  /** Arguments of the index. */
  index?: object;
  /** How many documents there are. */
  count?: number;
  /** Members of every document. */
  members?: object;
  /** Whether the source depends on the documents. */
  waits?: boolean;
  /** Arguments of the deployment; another VM size replaces it. */
  deployment?: object;
  /** Arguments of the traffic. */
  traffic?: object;
}

/** The arguments of what is created first. */
export const first = { onReplace: "createFirst" };

/** A program that serves, and writes the name of the index that clients ask to the file `served`. */
export const serving = ({
  more = [],
  index = first,
  count = 3,
  members,
  waits,
  deployment,
  traffic,
}: Served = {}): string => `
  const { renameSync, writeFileSync } = require("fs");
  const publish = (name) => [writeFileSync("serving", name), renameSync("serving", "served")];
  const index = new mlplane.search.Index("lamps", { fields: ${JSON.stringify([...fields, ...more])}, ...${JSON.stringify(index)} });
  const one = (number) => ({ id: String(number), title: "lamp " + number, ...${JSON.stringify(members ?? {})} });
  const documents = new mlplane.search.Documents("catalog", { index: index.name, documents: Array.from({ length: ${count} }, (_, number) => one(number)) });
  const source = new mlplane.search.KnowledgeSource("source", { kind: "searchIndex", searchIndexParameters: { searchIndexName: index.name } }, { dependsOn: ${waits ? "documents" : "[]"} });
  new mlplane.search.KnowledgeBase("base", { knowledgeSources: [source.name] });
  documents.index.apply((name) => pulumi.runtime.isDryRun() || publish(name));
${deployment === undefined ? "" : deploying(deployment, traffic)}`;

const deploying = (deployment: object, traffic: object | undefined): string => `
  const workspace = new mlplane.ml.Workspace("lab", ${JSON.stringify(lab)}).name;
  const model = new mlplane.ml.Model("chat", { workspace, version: 1, path: "models/chat" });
  const endpoint = new mlplane.ml.OnlineEndpoint("serve", { workspace, compute: "/cpu" });
  const blue = new mlplane.ml.OnlineDeployment("blue", { workspace, endpoint: endpoint.name, model: model.resourceId, instanceType: "Standard_DS3_v2", instanceCount: 1, ...${JSON.stringify({ ...first, ...deployment })} });
  ${
    traffic === undefined
      ? ""
      : `new mlplane.ml.EndpointTraffic("serve", { workspace, endpoint: endpoint.name, traffic: [{ deployment: blue.name, percent: 100 }], ...${JSON.stringify(traffic)} });`
  }
  exports.scoringUri = endpoint.scoringUri;
  exports.key = endpoint.primaryKey;
`;

/** What came of the questions of one way. */
export interface Answers {
  asked: number;
  failed: number;
  empty: number;
  /** What the first failures said. */
  told: string[];
}

/** The ways in which a client asks. */
export type Way = "base" | "index" | "endpoint";

/** How often a client asks in each way, in a second. */
const PER_SECOND = 20;

/**
 * A client that asks all the time, in every way that a stack serves. It asks again what the service refuses for its
 * rate, as every client does.
 */
export async function asking(
  stack: Stack,
  sandbox: Sandbox,
  question = "lamp",
): Promise<{ stop(): Promise<Record<Way, Answers>> }> {
  const [scoringUri, key] = [await stack.output("scoringUri"), await stack.output("key")] as [string?, string?];
  const answers = (): Answers => ({ asked: 0, failed: 0, empty: 0, told: [] });
  const all: Record<Way, Answers> = { base: answers(), index: answers(), endpoint: answers() };
  const service = outside(sandbox);
  const ways: Record<Way, () => Promise<unknown>> = {
    base: () => service.send("POST", "/knowledgebases/base/query", { query: question }),
    index: () => {
      const index = readFileSync(join(stack.folder, "served"), "utf8");
      return service.send("POST", `/indexes/${index}/docs/search`, { search: question });
    },
    endpoint: async () => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const answer = await fetch(scoringUri!, { method: "POST", headers, body: '{"data":[[1]]}' });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${scoringUri} answered ${answer.status}: ${text}`);
      return {};
    },
  };
  const ask = async (way: Way): Promise<void> => {
    const count = all[way];
    const tell = (what: string): void => void (count.told.length < 3 && count.told.push(what.slice(0, 300)));
    for (;;) {
      try {
        const found = (await ways[way]()) as { sources?: unknown[]; value?: unknown[] };
        count.asked += 1;
        if ((found.sources ?? found.value)?.length !== 0) return;
        count.empty += 1;
        return tell(`${way} found nothing`);
      } catch (error) {
        if (/answered 429/.test(asError(error).message)) {
          await pause(1000);
          continue;
        }
        count.asked += 1;
        count.failed += 1;
        return tell(asError(error).message);
      }
    }
  };
  const asked = (scoringUri === undefined ? ["base", "index"] : ["base", "index", "endpoint"]) as Way[];
  const stopped = new AbortController();
  const open = new Set<Promise<void>>();
  const done = (async () => {
    for await (const _ of every(1000 / PER_SECOND)) {
      if (stopped.signal.aborted) break;
      for (const way of asked) {
        const one: Promise<void> = ask(way).finally(() => open.delete(one));
        open.add(one);
      }
    }
    await Promise.all(open);
  })();
  return {
    async stop() {
      stopped.abort();
      await done;
      return all;
    },
  };
}

/** What serves of a stack: by its state, and at its services. */
export class Serving {
  constructor(
    private readonly stack: Stack,
    private readonly sandbox: Sandbox,
  ) {}

  /** Brings the stack to a program. */
  up = async (served: Served): Promise<string> =>
    (await this.stack.program(serving(served)).ok("up", "--yes", "--skip-preview")).text;

  /** The names of the index and of the deployment in the state. */
  async names(): Promise<(string | undefined)[]> {
    const state = (await this.stack.resources()).filter(({ delete: goes }) => goes !== true);
    const nameOf = (name: string): string | undefined =>
      state.find(({ urn }) => urn.endsWith(`::${name}`))?.outputs?.["name"] as string | undefined;
    return [nameOf("lamps"), nameOf("blue")];
  }

  /** The indexes that the service has. */
  indexes = (): Promise<string[]> => this.list("/indexes");

  /** The deployments that the endpoint has. */
  deployments = (): Promise<string[]> => this.list(`${workspaceId("lab")}/onlineEndpoints/serve/deployments`);

  private async list(path: string): Promise<string[]> {
    const { value } = (await outside(this.sandbox).send("GET", path)) as { value: { name: string }[] };
    return value.map(({ name }) => name).sort();
  }
}

/** As `staged`, with what serves on the stack. */
export const stagedServing = (
  behaviour: Partial<Behaviour>,
  give: (stack: Stack, sandbox: Sandbox, served: Serving) => void,
): void => staged(behaviour, (stack, sandbox) => give(stack, sandbox, new Serving(stack, sandbox)));
