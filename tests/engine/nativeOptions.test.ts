import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { fields } from "./lab";
import { NativeStack } from "./native";
import { staged } from "./staged";

/** The options of resources, by the plugin. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: NativeStack;
staged({ polls: 0 }, (...made) => ([stack, sandbox] = made), NativeStack);

interface Form {
  description?: string;
  efSearch?: number;
  documents?: object[];
  more?: object[];
}
const index = (name: string, { description = "ours", efSearch = 300, more = [] }: Form, options: string): string =>
  `const ${name} = resource("search:Index", "${name}", { description: "${description}", fields: ${JSON.stringify([...fields, ...more])},
    vectorSearch: { algorithms: [{ name: "a", kind: "hnsw", hnswParameters: { m: 4, efSearch: ${efSearch} } }], profiles: [{ name: "p", algorithm: "a" }] } }, { ${options} });`;
const writes = (): string[] =>
  sandbox.requests
    .splice(0)
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);

/** What a preview plans, by Pulumi names: the operation, and the paths that differ. */
async function planned(): Promise<Record<string, unknown>> {
  const steps = (await stack.steps()).filter(({ op }) => !/^same$|-replacement|-replaced/.test(op));
  return Object.fromEntries(steps.map(({ op, urn, detailedDiff }) => [urn.split("::").at(-1), [op, detailedDiff]]));
}

const all = (form: Form = {}): NativeStack =>
  stack.program(
    [
      index("plain", form, ""),
      index(
        "ignoring",
        form,
        'ignoreChanges: ["description", "vectorSearch.algorithms[0].hnswParameters.efSearch", "fields"]',
      ),
      index("replacing", form, 'replaceOnChanges: ["description"]'),
      index("everything", form, 'replaceOnChanges: ["*"]'),
      index("kept", form, "protect: true, retainOnDelete: true"),
      `resource("search:Documents", "texts", { index: plain.name, documents: ${JSON.stringify(
        form.documents ?? [
          { id: "1", title: "a" },
          { id: "2", title: "b" },
        ],
      )} });`,
    ].join("\n"),
  );

test("differences are told by their paths, as the options say", async () => {
  await all().ok("up", "--yes", "--skip-preview");
  all({
    description: "new",
    efSearch: 400,
    documents: [{ id: "1", title: "a" }, { id: "2", title: "c" }, { id: "3" }],
  });
  const edited = (description: string, efSearch: string): object => ({
    description: { inputDiff: true, kind: description },
    "vectorSearch.algorithms[0].hnswParameters.efSearch": { inputDiff: true, kind: efSearch },
  });
  expect(await planned()).toEqual({
    plain: ["update", edited("update", "update")],
    kept: ["update", edited("update", "update")],
    replacing: ["replace", edited("update-replace", "update")],
    everything: ["replace", edited("update-replace", "update-replace")],
    texts: [
      "update",
      {
        "documents[1].title": { inputDiff: true, kind: "update" },
        "documents[2]": { inputDiff: true, kind: "add" },
      },
    ],
  });
});

test("a replacement that an option asks for deletes first, and what is to be kept is kept", async () => {
  writes();
  await stack.ok("up", "--yes", "--skip-preview");
  const sent = writes();
  for (const name of ["everything", "replacing"])
    expect(sent.filter((line) => line.endsWith(`/${name}`))).toEqual([
      `DELETE /indexes/${name}`,
      `PUT /indexes/${name}`,
    ]);
  expect(sent.filter((line) => /ignoring$|DELETE .*(plain|kept)/.test(line))).toEqual([]);
  await stack.settled();
});

test("what is protected stops a destroy, and what is retained stays", async () => {
  const refused = await stack.destroy();
  expect([refused.status, refused.text]).toEqual([1, expect.stringContaining("protected")]);
  await stack.ok("state", "unprotect", "--all", "--yes");
  await stack.ok("destroy", "--yes", "--skip-preview");
  const left = (await outside(sandbox).send("GET", "/indexes")) as { value: { name: string }[] };
  expect(left.value.map(({ name }) => name).sort()).toEqual(["kept"]);
});

test("what is only looked up shows no difference after a refresh, and keeps none of it as arguments", async () => {
  stack.program(
    `resource("search:Index", "mine", ${JSON.stringify({ fields })});
    const seen = resource("search:Index", "seen", {}, { id: "/indexes/kept" });
    exports.description = seen.description;`,
  );
  await stack.ok("up", "--yes", "--skip-preview");
  for (let round = 0; round < 2; round++) {
    const steps = await stack.steps("--refresh");
    const read = steps.filter(({ op }) => op === "read");
    expect(read.map(({ oldState, newState }) => [oldState?.inputs, newState?.inputs])).toEqual([
      [undefined, undefined],
    ]);
    await stack.ok("refresh", "--yes", "--skip-preview");
  }
  expect((await stack.byName()).get("seen")).toMatchObject({ outputs: { description: "new" } });
  expect(await stack.output("description")).toBe("new");
});

test("an import of what is not there says so, with its id and the form that ids have", async () => {
  const fetched = (id: string): NativeStack =>
    stack.program(`resource("search:Index", "got", { fields: ${JSON.stringify(fields)} }, { import: "${id}" });`);
  const absent = await fetched("/indexes/nowhere").preview();
  expect([absent.status, absent.text]).toEqual([
    1,
    expect.stringContaining("search.Index /indexes/nowhere does not exist"),
  ]);
  const wrong = await fetched("nowhere").preview();
  expect([wrong.status, wrong.text]).toEqual([1, expect.stringContaining("/indexes/{name}")]);
  const asked = await stack.run("import", "mlplane:search:Index", "got", "/indexes/nowhere", "--yes", "--skip-preview");
  expect([asked.status, asked.text]).toEqual([
    1,
    expect.stringContaining("search.Index /indexes/nowhere does not exist"),
  ]);
});
