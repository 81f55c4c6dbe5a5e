// The shop in unit tests, under Pulumi's mocks: no request leaves.
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as mlplane from "mlplane";
import { Shop } from "./shop";

const made: pulumi.runtime.MockResourceArgs[] = [];
const calls: pulumi.runtime.MockCallArgs[] = [];

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource(args) {
      made.push(args);
      return { id: `${args.name}-id`, state: args.inputs };
    },
    call(args) {
      calls.push(args);
      switch (args.token) {
        case "mlplane:search:getIndexStatistics":
          return { documentCount: 2, storageSize: 100 };
        case "mlplane:search:searchDocuments":
          return { value: [{ score: 1, document: { title: "A blue lamp for the desk" } }] };
        case "mlplane:search:queryKnowledgeBase":
          return { answer: "The one that hangs from the ceiling.", sources: [] };
        default:
          throw new Error(`nothing is mocked for ${args.token}`);
      }
    },
  });
});
afterAll(() => expect(calls.every(({ provider }) => /::west::west-id$/.test(provider!))).toBe(true));

const valueOf = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply(resolve));
const shop = () =>
  new Shop(
    "lamps",
    { articles: [{ id: "1", title: "A blue lamp for the desk", price: 39 }], about: "Lamps." },
    new mlplane.Provider("west", { searchEndpoint: "https://west.search", searchApiKey: "key" }),
  );

test("a shop is an index, its documents, a source and a base, which refer to each other by name", async () => {
  expect(await valueOf(shop().knowledgeBase)).toBe("lamps");
  const inputs = (type: string) =>
    made.find((one) => one.type === `pulumi-nodejs:dynamic/mlplane/search:${type}`)!.inputs as object;
  expect(inputs("Documents")).toMatchObject({ index: "lamps", documents: [{ id: "1" }] });
  expect(inputs("KnowledgeSource")).toMatchObject({ searchIndexParameters: { searchIndexName: "lamps" } });
  expect(inputs("KnowledgeBase")).toMatchObject({ knowledgeSources: ["lamps"], description: "Lamps." });
});

test("it asks its own index and base", async () => {
  const lamps = shop();
  expect(await valueOf(lamps.count())).toBe(2);
  expect(await valueOf(lamps.find("lamp", 50))).toEqual(["A blue lamp for the desk"]);
  expect(await valueOf(lamps.ask("Which lamp is green?"))).toMatch(/ceiling/);
  expect(calls.map(({ inputs }) => inputs as object)).toEqual([
    { index: "lamps" },
    { index: "lamps", search: "lamp", filter: "price le 50", orderby: "price" },
    { knowledgeBase: "lamps", query: "Which lamp is green?" },
  ]);
});
