import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { fields } from "./lab";
import type { Stack } from "./stack";
import { staged, type Project } from "./staged";

/** How a program declares an index. */
export interface Declared {
  /** Its Pulumi name. */
  as: string;
  name: string;
  /** Code of its options. */
  options?: string;
  /** Code of more arguments. */
  args?: string;
  /** Code that stands before it. */
  before?: string;
}

/** What a test of exchanged names works on. */
export interface Exchange {
  stack: Stack;
  sandbox: Sandbox;
  /** The program that declares these indexes, in this order. */
  program(indexes: readonly Declared[]): Stack;
  /** The documents of an index, by their keys. */
  documents(index: string): Promise<string[]>;
  /** What was deleted at the service since the last look. */
  deleted(): string[];
  /** Brings the stack to these indexes, and somebody else's document into each of them. */
  begin(indexes: readonly Declared[]): Promise<void>;
  /** Holds that somebody else's documents are in indexes of these names, and that nothing is left to do. */
  agree(names: readonly string[]): Promise<void>;
}

/** Gives the tests of a file a stack of this form, emptied before each of them. */
export function exchanging(Form: Project): Exchange {
  const given = {} as { stack: Stack; sandbox: Sandbox };
  staged({ polls: 0 }, (stack, sandbox) => Object.assign(given, { stack, sandbox }), Form);
  const send = (method: string, path: string, body?: unknown): Promise<unknown> =>
    outside(given.sandbox).send(method, path, body);
  const exchange: Exchange = {
    get stack() {
      return given.stack;
    },
    get sandbox() {
      return given.sandbox;
    },
    program: (indexes) =>
      given.stack.program(
        `const fields = ${JSON.stringify(fields)};\n` +
          indexes
            .map(
              ({ as, name, options = "{}", args = "", before = "" }) =>
                `${before} const ${as} = new mlplane.search.Index("${as}", { name: "${name}", fields, ${args} }, ${options});`,
            )
            .join("\n"),
      ),
    async documents(index) {
      const found = await send("POST", `/indexes/${index}/docs/search`, { search: "*" });
      return (found as { value: { id: string }[] }).value.map(({ id }) => id).sort();
    },
    deleted: () =>
      given.sandbox.requests
        .splice(0)
        .filter(({ method, path }) => method === "DELETE" && path.includes("/indexes/"))
        .map(({ path }) => path),
    async begin(indexes) {
      await given.stack.program("").ok("destroy", "--yes", "--skip-preview");
      await exchange.program(indexes).ok("up", "--yes", "--skip-preview");
      for (const { name } of indexes)
        await send("POST", `/indexes/${name}/docs/index`, {
          value: [{ "@search.action": "upload", id: `in-${name}`, title: "somebody else's" }],
        });
      given.sandbox.requests.length = 0;
    },
    async agree(names) {
      const found = await Promise.all(names.map((name) => exchange.documents(name)));
      expect(found).toEqual(names.map((name) => [`in-${name}`]));
      await given.stack.settled();
    },
  };
  return exchange;
}
