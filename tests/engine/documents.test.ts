import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** What the engine shows of documents, and that no document stops a stack. */
jest.setTimeout(180_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made));

const fields = [
  { name: "id", type: "Edm.String", key: true },
  { name: "title", type: "Edm.String" },
  { name: "price", type: "Edm.Int32" },
];
const program = (documents: string, index = "lamps.name", more = ""): Stack =>
  stack.program(`
    const lamps = new mlplane.search.Index("lamps", { fields: ${JSON.stringify(fields)} ${more} });
    new mlplane.search.Documents("stock", { index: ${index}, documents: ${documents} });
  `);
const lines = (list: object[]): string => list.map((one) => JSON.stringify(one)).join("\n");
const write = (list: object[]): void => writeFileSync(join(stack.folder, "stock.jsonl"), lines(list));
const file = 'new pulumi.asset.FileAsset("stock.jsonl")';

test("scratch", async () => {
  write([{ id: "p1" }, { id: "p2" }, { id: "p3" }]);
  console.log((await program(file).up()).text);
  write([{ id: "p1", title: "x" }, { id: "p4" }]);
  console.log((await program(file).preview()).text);
  console.log((await program('new pulumi.asset.StringAsset(`{"id":"p1"}`)').preview()).text);
  console.log((await program('new pulumi.asset.StringAsset("")').preview()).text);
  console.log((await program('[{id:"p1"}, {id: "p3"}]').preview()).text);
});
