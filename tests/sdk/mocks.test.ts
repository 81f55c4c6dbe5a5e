import { Socket } from "node:net";
import * as pulumi from "@pulumi/pulumi";
import { functions } from "../../provider/functions";
import { resources } from "../../provider/resources";
import { fixtures } from "../fixtures";
import * as mlplane from "../../sdk";

/** A program under `pulumi.runtime.setMocks`: what the mocks are told, what comes of their answers, and no request. */

const calls: pulumi.runtime.MockCallArgs[] = [];
const made: pulumi.runtime.MockResourceArgs[] = [];
let answer: unknown;
const connect = jest.spyOn(Socket.prototype, "connect").mockImplementation(() => {
  throw new Error("a request leaves");
});

beforeEach(async () => {
  calls.length = made.length = 0;
  answer = {};
  await pulumi.runtime.setMocks({
    newResource(args) {
      made.push(args);
      return { id: `${args.name}-id`, state: args.inputs };
    },
    call(args) {
      calls.push(args);
      return answer as Record<string, unknown>;
    },
  });
});
afterEach(() => expect(connect).not.toHaveBeenCalled());

const valueOf = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => output.apply(resolve));

const exported = (kind: string): any => {
  const [namespace, name] = kind.split(":") as [string, string];
  return (mlplane as any)[namespace][name];
};

test.each(functions.map(({ kind, streams }) => [kind, streams]))(
  "%s calls the mocks with its token and the arguments as given, in both forms",
  async (kind, streams) => {
    const args = { some: "argument", list: [1, { two: 2 }], left: undefined };
    const told = { token: `mlplane:${kind}`, inputs: { some: "argument", list: [1, { two: 2 }] } };
    answer = [{ name: "one" }];
    if (streams) {
      const chunks: unknown[] = [];
      for await (const chunk of exported(kind)(args)) chunks.push(chunk);
      expect([chunks, calls]).toEqual([answer, [told]]);
      return;
    }
    expect(await exported(kind)(args)).toEqual(answer);
    const output = exported(`${kind}Output`)({ ...args, some: pulumi.output("argument") }) as pulumi.Output<unknown>;
    expect(await valueOf(output)).toEqual(answer);
    expect(calls).toEqual([told, told]);
  },
);

test("a list, a text or a number may be answered in a member `result`, and an object stays as it is", async () => {
  answer = { result: 7 };
  expect(await mlplane.local.countTokens({ model: "tiny", messages: [] })).toBe(7);
  answer = { result: [{ name: "lamps" }] };
  expect(await valueOf(mlplane.search.listIndexesOutput())).toEqual([{ name: "lamps" }]);
  answer = { answer: "green", result: "other" };
  expect(await mlplane.search.queryKnowledgeBase({ knowledgeBase: "b", query: "why?" })).toEqual(answer);
});

test("what a mock throws is what the call rejects with", async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
    call: () => Promise.reject(new Error("refused")),
  });
  await expect(mlplane.search.listIndexes()).rejects.toThrow("refused");
  await expect(
    (async () => {
      for await (const chunk of mlplane.local.streamChatCompletion({ model: "tiny", messages: [] })) void chunk;
    })(),
  ).rejects.toThrow("refused");
});

test("secret results stay secret", async () => {
  answer = { primaryKey: "one", secondaryKey: "two" };
  const keys = mlplane.ml.listEndpointKeysOutput({ workspace: "lab", endpoint: "chat" });
  expect([await valueOf(keys), await pulumi.isSecret(keys)]).toEqual([answer, true]);
});

test.each(resources.map(({ kind }) => [kind]))("%s is made with its type token and its arguments", async (kind) => {
  const parent = new pulumi.ComponentResource("our:own:Team", "team");
  const { inputs } = fixtures[kind]!;
  const options = { parent, customTimeouts: { create: "1m" }, dependsOn: parent };
  const resource = new (exported(kind))("own", { ...inputs, secret: undefined }, options) as pulumi.CustomResource;
  expect(await valueOf(resource.id)).toBe("own-id");
  const { type, name, inputs: told } = made.find((one) => one.name === "own")!;
  expect([type, name, told]).toEqual([`pulumi-nodejs:dynamic/mlplane/${kind}`, "own", expect.objectContaining(inputs)]);
});

test("what is read is told with its id, and a call and a resource with their provider", async () => {
  const shared = mlplane.search.Index.get("shared", "/indexes/shared");
  const west = new mlplane.Provider("west", { searchEndpoint: "https://west.search", searchApiKey: "key" });
  const lamps = new mlplane.search.Index("lamps", { fields: [] }, { provider: west });
  expect(await Promise.all([valueOf(shared.id), valueOf(lamps.name)])).toEqual(["/indexes/shared", "lamps"]);
  await mlplane.search.listIndexes({}, { provider: west });
  await valueOf(mlplane.search.listIndexesOutput({}, { provider: west, dependsOn: lamps }));
  const reference = "urn:pulumi:stack::project::pulumi:providers:pulumi-nodejs::west::west-id";
  const provider = made.find(({ name }) => name === "lamps")!.provider;
  expect([provider, ...calls.map((call) => call.provider)]).toEqual([reference, reference, reference]);
  expect(made.find(({ name }) => name === "shared")).toMatchObject({ id: "/indexes/shared" });
  expect(made.find(({ name }) => name === "west")).toMatchObject({
    type: "pulumi:providers:pulumi-nodejs",
    inputs: { "mlplane:searchEndpoint": "https://west.search" },
  });
});

test("in a mocked preview, what changes something is not called, and its result is unknown", async () => {
  await pulumi.runtime.setMocks(
    { newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }), call: () => ({}) },
    "project",
    "stack",
    true,
  );
  const run = mlplane.ml.startAgentRunOutput({ assistantId: "a", messages: [] });
  expect(await (run as unknown as { isKnown: Promise<boolean> }).isKnown).toBe(false);
});
