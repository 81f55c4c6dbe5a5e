import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { fields, lab, workspaceBody, workspaceId } from "./lab";
import type { Stack } from "./stack";
import { staged } from "./staged";

/** What is between us and a service answers for it that something is not there. */
jest.setTimeout(200_000);

let sandbox: Sandbox;
let stack: Stack;
staged({ polls: 1 }, (...made) => ([stack, sandbox] = made));

/** All but the tokens is answered by somebody who knows no such address. */
function strange(body = "<html><h1>404 Not Found</h1><hr>a proxy</html>"): void {
  sandbox.faults.push({ match: "^(?!\\S+ \\S*/oauth2/)", status: 404, body, times: 10_000 });
}
afterEach(() => sandbox.faults.splice(0));

const program = (more = ""): Stack =>
  stack.program(`
    const workspace = new mlplane.ml.Workspace("kept", { ...${JSON.stringify(lab)}, onDelete: "purge" }).name;
    new mlplane.ml.Model("model", { workspace, version: 1, path: "models/1" });
    new mlplane.ml.Job("job", { workspace, jobType: "Command", compute: "/cpu", command: "train", environment: "/env" });
    const index = new mlplane.search.Index("things", { fields: ${JSON.stringify(fields)} }).name;
    new mlplane.search.Documents("docs", { index, documents: [{ id: "1", title: "one" }] });
    new mlplane.search.KnowledgeSource("source", { kind: "searchIndex", searchIndexParameters: { searchIndexName: index } });
    new mlplane.local.CachedModel("tiny-chat-generic-cpu");
    ${more}
  `);

const stateOf = async (): Promise<string[]> => [...(await stack.byName()).keys()].sort();
const writes = (): string[] =>
  sandbox.requests
    .filter(({ method, path }) => /^(PUT|POST|PATCH|DELETE)$/.test(method) && !/oauth2|docs\/search$/.test(path))
    .map(({ method, path, status }) => `${method} ${path} ${status}`);

let made: string[];

test("a refresh fails and forgets nothing", async () => {
  await program().ok("up", "--yes", "--skip-preview");
  made = await stateOf();
  expect(made).toHaveLength(7);
  strange();
  const run = await stack.refresh();
  expect(run.status).toBe(1);
  expect(run.text).toMatch(/GET \S+ answered 404: an HTML page/);
  expect(run.text).toContain("is its address right");
  expect(await stateOf()).toEqual(made);
});

test("a destroy fails and forgets nothing but the files that stay", async () => {
  strange('{"detail":"Not Found"}');
  const run = await stack.destroy("--continue-on-error");
  expect(run.status).toBe(1);
  sandbox.faults.length = 0;
  await program().ok("up", "--yes", "--skip-preview");
  expect(await stateOf()).toEqual(made);
  expect(await outside(sandbox).send("GET", workspaceId("kept"))).toMatchObject({ name: "kept" });
  await stack.settled();
});

test("a create whose look is answered so writes nothing", async () => {
  await outside(sandbox).send("PUT", workspaceId("theirs"), workspaceBody({ owner: "somebody" }));
  program(`new mlplane.ml.Workspace("theirs", { ...${JSON.stringify(lab)}, adopt: "always" });`);
  sandbox.requests.length = 0;
  strange('{"message":"no Route matched with those values"}');
  const run = await stack.up();
  expect(run.status).toBe(1);
  expect(run.text).toContain("no Route matched");
  expect(writes().filter((line) => !line.endsWith(" 404"))).toEqual([]);
  expect(writes().filter((line) => line.includes("/theirs"))).toEqual([]);
  sandbox.faults.length = 0;
  expect(await outside(sandbox).send("GET", workspaceId("theirs"))).toMatchObject({ tags: { owner: "somebody" } });
});
