import * as z from "zod";
import { connectionOf } from "../../provider/connection";
import { invoke, type FunctionDefinition } from "../../provider/core/function";
import type { Bag } from "../../provider/core/wire";
import { functions } from "../../provider/functions";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { W } from "../ml/lab";
import { outside } from "../outside";
import { configurationFor, Subject } from "../subject";
import { change, through } from "./distortion";
import { areUntouched, counted, hold, unclear } from "./promises";

/** Whatever a service answers, a function ends in time, with a result of its form or with a clear error. */

const count = counted("properties of functions");
const kinds = [
  "ml:EndpointTraffic",
  "ml:Model",
  "ml:Compute",
  "ml:Job",
  "search:KnowledgeBase",
  "search:Documents",
  "local:LoadedModel",
];

/** A sandbox with all that the functions ask for, and a key of its endpoint that stays. */
const world = (async (): Promise<{ sandbox: Sandbox; key: string }> => {
  const sandbox = await startSandbox({ behaviour: { operation: "none" } });
  for (const [kind, inputs] of kinds.flatMap((one) => [
    ...(fixtures[one]!.needs ?? []),
    [one, fixtures[one]!.inputs] as const,
  ]))
    await new Subject(kind, sandbox).create({ ...inputs, adopt: "always" });
  await new Subject("search:Index", sandbox).create({
    ...fixtures["search:Index"]!.inputs,
    name: "suggesting",
    suggesters: [{ name: "titles", sourceFields: ["title"] }],
  });
  const keys = (await outside(sandbox).send("POST", `${W}/onlineEndpoints/serve/listKeys`)) as { secondaryKey: string };
  return { sandbox, key: keys.secondaryKey };
})();
afterAll(async () => (await world).sandbox.close());

const [inWorkspace, index, model] = [{ workspace: "lab" }, "products", "tiny-chat-generic-cpu:3"];
const ofEndpoint = { ...inWorkspace, endpoint: "serve" };
const messages = [{ role: "user", content: "Hello" }];
const given: Record<string, (url: string, key: string) => Bag> = {
  "ml:listModels": () => inWorkspace,
  "ml:listComputes": () => inWorkspace,
  "ml:listJobs": () => inWorkspace,
  "ml:getJob": () => ({ ...inWorkspace, name: fixtures["ml:Job"]!.inputs["name"] }),
  "ml:listEndpointKeys": () => ofEndpoint,
  "ml:regenerateEndpointKey": () => ofEndpoint,
  "ml:getDeploymentLogs": () => ({ ...ofEndpoint, deployment: "blue" }),
  "ml:invokeEndpoint": (url, key) => ({ scoringUri: `${url}/endpoints/serve/score`, key, body: { data: [[1]] } }),
  "ml:startAgentRun": () => ({ assistantId: "a", messages }),
  "search:searchDocuments": () => ({ index, search: "*", all: true }),
  "search:uploadDocuments": () => ({ index, actions: [{ action: "upload", document: { id: "p9", title: "Lamp" } }] }),
  "search:suggest": () => ({ index: "suggesting", search: "la", suggesterName: "titles" }),
  "search:getIndexStatistics": () => ({ index }),
  "search:queryKnowledgeBase": () => ({
    knowledgeBase: fixtures["search:KnowledgeBase"]!.inputs["name"],
    query: "What is there?",
  }),
  "local:countTokens": () => ({ model, messages }),
  "local:chatCompletion": () => ({ model, messages }),
  "local:streamChatCompletion": () => ({ model, messages }),
};

/** What a function gives, all of it where it gives one result after another. */
async function all(result: unknown): Promise<unknown> {
  if (typeof result !== "object" || result === null || !(Symbol.asyncIterator in result)) return result;
  const results: unknown[] = [];
  for await (const one of result as AsyncIterable<unknown>) results.push(one);
  return results;
}

/** What is wrong with the outer form of a result; members are as the service tells them. */
function wrongIn({ result, streams }: FunctionDefinition, value: unknown): unknown[] {
  const { error } = (streams ? z.array(result) : result).safeParse(value);
  return (error?.issues ?? []).filter(({ path }) => path.every((one) => typeof one === "number"));
}

test.concurrent.each(functions.map((one, position) => [one.kind, one, position] as const))(
  "%s: whatever is answered, it ends in time and clearly",
  async (kind, definition, position) => {
    const { sandbox, key } = await world;
    const call = async (sandbox: Sandbox): Promise<unknown> => {
      const connection = connectionOf(configurationFor(sandbox));
      return all(
        await invoke(definition, given[kind]?.(sandbox.url, key) ?? {}, {
          ...connection,
          open: (urn) => connection.open(urn, 1000),
        }),
      );
    };
    expect(wrongIn(definition, await call(sandbox))).toEqual([]);
    await hold(
      change,
      5,
      async (distorted) => {
        count.run();
        const ended = await through(sandbox, distorted, call);
        if (ended instanceof Error) expect(unclear(ended)).toBeUndefined();
        else expect(wrongIn(definition, ended)).toEqual([]);
        expect(areUntouched()).toBe(true);
      },
      position,
    );
  },
  120_000,
);
