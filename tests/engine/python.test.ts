import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { mlplane } from "./command";
import { dialects, speaking } from "./dialects";
import { PythonStack } from "./python";
import { house } from "./pythonHouse";

/** A program in Python, from its first preview to its end, and what was made by hand comes into another one. */
jest.setTimeout(240_000);

describe.each(dialects)("%s", (_form, dialect) => {
  let sandbox: Sandbox;
  let other: Sandbox;
  let stack: PythonStack;
  beforeAll(async () => {
    const start = (): Promise<Sandbox> => startSandbox({ ...speaking(dialect), behaviour: { polls: 1 } });
    [sandbox, other] = await Promise.all([start(), start()]);
    stack = await new PythonStack(sandbox.environment).init();
  });
  afterAll(async () => {
    stack?.stop();
    await Promise.all([sandbox?.close(), other?.close()]);
  });
  const program = (form: number): PythonStack => stack.program(house({ form, other: other.url }));
  const up = async (): Promise<void> => void (await stack.ok("up", "--yes", "--skip-preview"));

  /** What a preview plans, by Pulumi names: the operation, and the paths that differ. */
  async function planned(): Promise<Record<string, [op: string, ...paths: string[]]>> {
    const steps = (await stack.steps()).filter(({ op }) => op !== "same" && !/-replacement|-replaced/.test(op));
    return Object.fromEntries(
      steps.map(({ op, urn, detailedDiff }) => [urn.split("::").at(-1), [op, ...Object.keys(detailedDiff ?? {})]]),
    );
  }

  test("a preview asks no service, an up makes all of it, and nothing is left to do", async () => {
    const { text } = await program(0).ok("preview", "--diff");
    expect(text).toContain("19 to create");
    expect(text).not.toMatch(/hush/);
    expect([sandbox.requests, other.requests]).toEqual([[], []]);
    await up();
    await stack.settled();
    expect([await stack.output("title"), await stack.output("answer")]).toEqual([["Lamp 0"], "assistant"]);
    expect((await stack.byName()).get("lab")!.urn).toContain("house:serving:Serving$mlplane:ml:Workspace");
  });

  test("no secret stands in the state in plain", async () => {
    const key = await stack.output("key");
    expect(typeof key).toBe("string");
    for (const secret of [String(key), "AccountKey=hush", "hush-token", "c-0", '"Desk"'])
      expect([secret, stack.stateText().includes(secret)]).toEqual([secret, false]);
  });

  test("an edit in place is told by its paths", async () => {
    program(1);
    expect(await planned()).toEqual({
      gpu: ["update", "deviceId"],
      products: ["update", "vectorSearch.algorithms[0].hnswParameters.efSearch"],
      lab: ["update", "tags.cost_center", "tags.form"],
      catalogue: ["update", "documents[0].title"],
      others: ["update", "documents[0].title"],
      source: ["update", "description"],
      box: ["update", "scaleSettings.maxNodeCount"],
    });
    await up();
    await stack.settled();
  });

  test("a replacement takes with it what stands on it", async () => {
    program(2);
    const { products, catalogue, source, base, fraud, blue } = await planned();
    expect(products).toEqual(["replace", "fields[1].facetable", "vectorSearch.algorithms[0].hnswParameters.efSearch"]);
    expect([catalogue, source, base, fraud].map((one) => one?.[0])).toEqual(Array(4).fill("replace"));
    expect(blue).toEqual(["update", "model"]);
    await up();
    await stack.settled();
    expect(await stack.output("title")).toEqual(["Lamp 2"]);
  });

  test("drift is found, and repaired by an up with a refresh", async () => {
    const service = outside(sandbox);
    await service.send("POST", "/indexes/products/docs/index", {
      value: [{ "@search.action": "merge", id: "1", title: "Theirs" }],
    });
    await service.send("DELETE", "/knowledgebases/base");
    const { status, stdout } = await mlplane(stack, ["drift", "--format", "json"]);
    const { findings } = JSON.parse(stdout) as { findings: { name: string; status: string }[] };
    expect([status, findings.map((one) => [one.name, one.status])]).toEqual([
      2,
      [
        ["base", "missing"],
        ["catalogue", "differs"],
      ],
    ]);
    await stack.ok("up", "--refresh", "--yes", "--skip-preview");
    await stack.settled();
    expect(await stack.output("title")).toEqual(["Lamp 2"]);
    expect(await mlplane(stack, ["drift"])).toMatchObject({ status: 0 });
  });

  test("an import of eight kinds prints a program that changes nothing", async () => {
    const made = await stack.byName();
    const importing = await new PythonStack(sandbox.environment).init();
    const names = ["lab", "fraud", "box", "serve", "products", "source", "base", "tiny-chat-generic-cpu:3"];
    const resources = names.map((name) => ({ type: made.get(name)!.type, name, id: made.get(name)!.id }));
    importing.write("resources.json", JSON.stringify({ resources }));
    const options = ["--file", "resources.json", "--out", "__main__.py", "--protect=false"];
    await importing.ok("import", ...options, "--yes", "--skip-preview");
    sandbox.requests.length = 0;
    await importing.ok("preview", "--expect-no-changes", "--diff");
    await importing.settled();
    const changed = sandbox.requests.filter(({ method, path }) => method !== "GET" && !/oauth2|listKeys/i.test(path));
    expect(changed).toEqual([]);
    importing.stop();
  });

  test("a destroy leaves nothing", async () => {
    await stack.ok("destroy", "--yes", "--skip-preview");
    expect(await stack.state()).toEqual([]);
    for (const one of [sandbox, other]) expect(await outside(one).send("GET", "/indexes")).toMatchObject({ value: [] });
  });
});
