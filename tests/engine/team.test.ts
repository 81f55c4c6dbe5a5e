import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox, type Sandbox } from "../../sandbox";
import { Stack } from "./stack";

/** examples/team: components on two services, with an alias, and functions as outputs. */
jest.setTimeout(240_000);

let sandboxes: Sandbox[];
let stack: Stack;
beforeAll(async () => {
  sandboxes = await Promise.all([startSandbox(), startSandbox()]);
  stack = await new Stack().init();
  for (const [position, region] of ["europe", "america"].entries()) {
    const { url, environment } = sandboxes[position]!;
    await stack.configure({ [`${region}Endpoint`]: url });
    await stack.configure({ [`${region}Key`]: environment["MLPLANE_SEARCH_API_KEY"]! }, true);
  }
});
afterAll(async () => {
  stack?.stop();
  await Promise.all((sandboxes ?? []).map((sandbox) => sandbox.close()));
});

test("an index from before there were components is kept, each shop is on its own service, and a second up shows nothing", async () => {
  await stack
    .program(
      `
      const config = new pulumi.Config();
      const provider = new mlplane.Provider("europe", { searchEndpoint: config.require("europeEndpoint"), searchApiKey: config.requireSecret("europeKey") });
      new mlplane.search.Index("europe-lamps", { fields: [
        { name: "id", type: "Edm.String", key: true },
        { name: "title", type: "Edm.String", searchable: true },
        { name: "price", type: "Edm.Double", filterable: true, sortable: true },
      ], suggesters: [{ name: "titles", sourceFields: ["title"] }] }, { provider });
    `,
    )
    .ok("up", "--yes", "--skip-preview");
  for (const name of ["index.ts", "shop.ts", "tsconfig.json"])
    cpSync(join("examples/team", name), join(stack.folder, name));
  writeFileSync(join(stack.folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\nmain: index.ts\n");
  await stack.ok("up", "--yes", "--skip-preview");
  expect(JSON.parse((await stack.ok("stack", "output", "--json")).stdout)).toEqual({
    indexes: ["europe-lamps", "america-lamps"],
    counts: [2, 2],
    cheap: ["A blue lamp for the desk"],
    answer: expect.stringContaining("green"),
  });
  const written = sandboxes.map(({ requests }) =>
    requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`),
  );
  expect(written[0]!.filter((one) => one === "PUT /indexes/europe-lamps")).toHaveLength(1);
  expect(written.flat().filter((one) => one.startsWith("DELETE"))).toEqual([]);
  await stack.settled();
  await stack.ok("destroy", "--yes", "--skip-preview");
});
