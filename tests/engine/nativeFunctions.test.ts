import type { Sandbox } from "../../sandbox";
import { fields } from "./lab";
import { NativeStack } from "./native";
import { staged } from "./staged";

/** When the plugin calls functions, and what it says of mistakes in them. */
jest.setTimeout(120_000);

let sandbox: Sandbox;
let stack: NativeStack;
staged({ polls: 0 }, (...made) => ([stack, sandbox] = made), NativeStack);

const asked = (): string[] => sandbox.requests.splice(0).map(({ method, path }) => `${method} ${path}`);
const calls = (...lines: string[]): NativeStack =>
  stack.program(
    `const index = resource("search:Index", "lamps", { fields: ${JSON.stringify(fields)} });\n${lines.join("\n")}`,
  );
const statistics = (index: string): string =>
  `exports.count = invoke("search:getIndexStatistics", { index: ${index} }).documentCount;`;
const upload = (index: string): string =>
  `exports.sent = invoke("search:uploadDocuments", { index: ${index}, actions: [{ action: "upload", document: { id: "1", title: "Lamp" } }] }).apply((all) => Object.keys(all || {}).length > 0);`;

test("a preview asks nothing with arguments that are not known", async () => {
  await calls(statistics("index.etag.apply(() => 'lamps')"), upload("index.etag.apply(() => 'lamps')")).ok("preview");
  expect(asked()).toEqual([]);
  await calls().ok("up", "--yes", "--skip-preview");
});

test("a preview reads with known arguments, and changes nothing", async () => {
  asked();
  const { text } = await calls(statistics("'lamps'"), upload("'lamps'")).ok("preview");
  expect(asked()).toEqual(["GET /indexes/lamps/stats"]);
  expect(text).toContain("mlplane:search:uploadDocuments changes something: it is not called in a preview");
  await stack.ok("up", "--yes", "--skip-preview");
  expect(asked()).toContain("POST /indexes/lamps/docs/index");
  expect(await stack.output("sent")).toBe(true);
});

test("every mistake in a call is told by its path, without a stack trace or a value", async () => {
  const { status, text } = await calls("invoke('search:searchDocuments', { indx: 'hush', top: 'hush' });").preview();
  expect(status).toBe(1);
  expect(text).toMatch(/search\.searchDocuments: index: is required; top: must be .*; indx: .* did you mean `index`\?/);
  expect(text).not.toMatch(/hush|^ +at .*faces/m);
  const changing = await calls("invoke('search:uploadDocuments', { index: 'lamps', document: 'hush' });").preview();
  expect([changing.status, changing.text]).toEqual([
    1,
    expect.stringMatching(/search\.uploadDocuments: actions: is required; document: is not an argument/),
  ]);
  const missing = await calls("invoke('search:getIndexStatistics', { index: 'nowhere' });").preview();
  expect([missing.status, missing.text]).toEqual([1, expect.stringMatching(/answered 404/)]);
  const unknown = await calls("invoke('search:getIndexStatistic', {});").preview();
  expect([unknown.status, unknown.text]).toEqual([1, expect.stringContaining("does not know the function")]);
});
