import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { fields } from "./lab";
import { NativeStack } from "./native";
import { Stack } from "./stack";
import { staged, type Project } from "./staged";

/** Two resources that swap the names of what they declare, in a run without a preview. */
jest.setTimeout(300_000);

let sandbox: Sandbox;
let stack: Stack;

/** Two indexes with the names of them; `more` are fields that only the second one has. */
const program = (first: string, second: string, more: object[] = []): Stack =>
  stack.program(`
    const fields = ${JSON.stringify(fields)};
    const a = new mlplane.search.Index("a", { name: "${first}", fields });
    const b = new mlplane.search.Index("b", { name: "${second}", fields: [...fields, ...${JSON.stringify(more)}] });
    new mlplane.search.Documents("of-a", { index: a.name, documents: [{ id: "a", title: "a" }] });
  `);

const documents = async (index: string): Promise<string[]> => {
  const found = await outside(sandbox).send("POST", `/indexes/${index}/docs/search`, { search: "*" });
  return (found as { value: { id: string }[] }).value.map(({ id }) => id).sort();
};

const deleted = (): string[] =>
  sandbox.requests.filter(({ method }) => method === "DELETE").map((request) => request.path);

const forms: [string, Project][] = [
  ["dynamic resources", Stack],
  ["the plugin's", NativeStack],
];

describe.each(forms)("%s", (_, Form) => {
  staged({ polls: 0 }, (...made) => ([stack, sandbox] = made), Form);
  beforeEach(async () => {
    await program("one", "two").ok("up", "--yes", "--skip-preview");
    for (const index of ["one", "two"])
      await outside(sandbox).send("POST", `/indexes/${index}/docs/index`, {
        value: [{ "@search.action": "upload", id: "theirs", title: index }],
      });
    sandbox.requests.length = 0;
  });

  test("each takes the other's over: nothing is deleted but what moves", async () => {
    const { text } = await program("two", "one").ok("up", "--yes", "--skip-preview");
    expect(text).toMatch(/\/indexes\/one stays as it is: "b" declares it/);
    expect(text).toMatch(/\/indexes\/two stays as it is: "a" declares it/);
    expect(deleted()).toEqual([]);
    expect([await documents("one"), await documents("two")]).toEqual([["theirs"], ["a", "theirs"]]);
    await stack.settled();
  });

  test("what differs is refused, and the way back is open", async () => {
    const more = [{ name: "stock", type: "Edm.Int32" }];
    await program("one", "two", more).ok("up", "--yes", "--skip-preview");
    const { status, text } = await program("two", "one", more).up();
    expect([status, text]).toEqual([1, expect.stringContaining("exists already and differs from the declaration")]);
    await program("one", "two", more).ok("up", "--yes", "--skip-preview");
    expect(deleted()).toEqual([]);
    expect([await documents("one"), await documents("two")]).toEqual([["a", "theirs"], ["theirs"]]);
    await stack.settled();
  });
});
