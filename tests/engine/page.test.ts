import type { Browser } from "puppeteer-core";
import { complaints, launch, shows } from "../page/browser";
import { SandboxProcess } from "../page/process";
import { lab } from "./lab";
import { Stack } from "./stack";

let browser: Browser;
let sandbox: SandboxProcess;
beforeAll(async () => void ([browser, sandbox] = await Promise.all([launch(), SandboxProcess.start()])));
afterAll(async () => {
  sandbox?.stop();
  await browser?.close();
});

/** Something of every service, from a workspace to the traffic of its endpoint and a question to a knowledge base. */
const program = `
const { name: workspace } = new mlplane.ml.Workspace("page-lab", ${JSON.stringify(lab)});
const model = new mlplane.ml.Model("tiny", { workspace, version: 1, path: "store/tiny" });
const { name: endpoint } = new mlplane.ml.OnlineEndpoint("page-chat", { workspace, authMode: "Key", compute: "/computes/cpu" });
const blue = new mlplane.ml.OnlineDeployment("blue", { workspace, endpoint, model: model.id, instanceType: "Standard_DS3_v2", instanceCount: 1 });
new mlplane.ml.EndpointTraffic("traffic", { workspace, endpoint, traffic: [{ deployment: blue.name, percent: 100 }] });
const index = new mlplane.search.Index("page-lamps", { fields: [{ name: "id", type: "Edm.String", key: true }, { name: "text", type: "Edm.String", searchable: true }] });
new mlplane.search.Documents("page-texts", { index: index.name, documents: [{ id: "1", text: "A lamp." }, { id: "2", text: "A desk." }] });
const source = new mlplane.search.KnowledgeSource("page-source", { kind: "searchIndex", searchIndexParameters: { searchIndexName: index.name } });
new mlplane.search.KnowledgeBase("page-advisor", { knowledgeSources: [source.name] });
const files = new mlplane.local.CachedModel("tiny-chat-generic-cpu:3");
new mlplane.local.LoadedModel("page-model", { model: files.name, ttl: 3600 });`;

test("pages that are open follow an up and a destroy, without being loaded again", async () => {
  const views: [string, string[]][] = [
    ["workspaces", ["page-lab", "page-chat", "blue", "100%", "keys hidden"]],
    ["indexes", ["page-lamps", "2 documents"]],
    ["knowledge", ["page-advisor", "page-source", "page-lamps"]],
    ["models", ["loaded"]],
    ["requests", ["mlplane"]],
  ];
  const pages = await Promise.all(
    views.map(async ([view, texts]) => {
      const page = await browser.newPage();
      const heard = complaints(page, sandbox.url);
      await page.goto(`${sandbox.url}/#/${view}`);
      await shows(page, "live");
      return { page, texts, heard };
    }),
  );
  const stack = await new Stack(sandbox.environment).program(program).init();
  await stack.ok("up", "--yes", "--skip-preview");
  for (const { page, texts } of pages) for (const text of texts) await shows(page, text);
  await stack.ok("destroy", "--yes", "--skip-preview");
  await shows(pages[0]!.page, "There is no workspace yet.");
  await shows(pages[1]!.page, "There is no index yet.");
  await shows(pages[2]!.page, "There is no knowledge base yet.");
  expect(await shows(pages[3]!.page, "not cached")).not.toMatch(/^loaded$/m);
  expect(pages.flatMap(({ heard }) => heard)).toEqual([]);
});
