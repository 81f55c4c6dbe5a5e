import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "puppeteer-core";
import { typeOf } from "../../provider/faces/stored";
import { html } from "../../cli/drift/html/page";
import type { Finding, Property, Report } from "../../cli/drift/report";
import type { StateResource } from "../../cli/pulumi";
import { complaints, launch, picture } from "./browser";

let browser: Browser;
let page: Page;
let heard: string[];
const folder = mkdtempSync(join(tmpdir(), "drift-"));
const file = join(folder, "drift.html");
beforeAll(async () => void (browser = await launch()));
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  heard = complaints(page, pathToFileURL(file).href);
});
afterEach(async () => {
  await page.close();
  expect(heard).toEqual([]);
});

const stackUrn = "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod";
const siteUrn = "urn:pulumi:prod::shop::shop:web:Site::storefront";
const urnOf = (kind: string, name: string, parents = ""): string =>
  `urn:pulumi:prod::shop::${parents}${typeOf("")}${kind}::${name}`;
const resource = (kind: string, name: string, parent = stackUrn): StateResource => ({
  urn: urnOf(kind, name),
  type: `${typeOf("")}${kind}`,
  parent,
});
const resources: StateResource[] = [
  { urn: stackUrn, type: "pulumi:pulumi:Stack" },
  { urn: siteUrn, type: "shop:web:Site", parent: stackUrn },
  resource("search:Index", "products", siteUrn),
  resource("search:Documents", "catalogue", siteUrn),
  resource("ml:OnlineEndpoint", "ranking", siteUrn),
  resource("ml:Workspace", "lab"),
  resource("search:KnowledgeBase", "advisor"),
  { urn: "urn:pulumi:prod::shop::pulumi:providers:random::r", type: "pulumi:providers:random", parent: stackUrn },
];
const findingOf = (kind: string, name: string, status: Finding["status"], properties: Property[] = []): Finding => ({
  urn: urnOf(kind, name),
  class: kind.replace(":", "."),
  name,
  id: `/${name}`,
  status,
  ...(properties.length > 0 && { properties }),
});
const reportOf = (findings: Finding[], failures: string[] = []): Report => ({
  project: "shop",
  stack: "prod",
  resources: 5,
  findings,
  failures,
});

/** Opens a report as a reader does: from its file. */
async function open(report: Report, state = resources): Promise<void> {
  writeFileSync(file, html(report, state));
  await page.goto(pathToFileURL(file).href);
}
const texts = (selector: string): Promise<string[]> =>
  page.$$eval(selector, (found) => found.map((each) => (each as HTMLElement).innerText));

const prose = "Lamps and lanterns for every room, made by hand and tested for ten years. ".repeat(40);
const shop = reportOf([
  findingOf("ml:OnlineEndpoint", "ranking", "missing"),
  findingOf("search:Index", "products", "differs", [
    { path: "description", declared: `${prose}Ships in 2 days.`, live: `${prose}Ships in 9 weeks.` },
    { path: "fields[2].searchable", declared: true, live: false },
    { path: 'fields["legacyPrice"]', live: { name: "legacyPrice", type: "Edm.Double" } },
    { path: "vectorSearch.vectorizers[0].apiKey", declared: "[secret]", live: "[secret]" },
  ]),
  findingOf("search:Documents", "catalogue", "differs", [
    { path: "documents[0].price", declared: 20, live: 25 },
    { path: "documents[0].title", declared: "Blue desk lamp", live: "Blue floor lamp" },
    { path: "documents[3]", declared: { sku: "p4", title: "Oak shelf", price: 90 } },
    { path: 'documents["p9"]', live: { sku: "p9", title: "Paper lantern", price: 15 } },
  ]),
]);

test("declared and live stand beside each other, with the change marked; what both have of a long value is left out", async () => {
  await open(shop);
  expect(await texts("h1")).toEqual(["Drift"]);
  const [declared, live] = await texts(".property:first-of-type pre");
  expect([declared, live]).toEqual([
    expect.stringMatching(/characters alike.*Ships in 2 days\.$/s),
    expect.stringMatching(/characters alike.*Ships in 9 weeks\.$/s),
  ]);
  expect(declared!.length).toBeLessThan(400);
  expect((await texts(".property del")).slice(0, 3)).toEqual(["2", "days", "true"]);
  expect((await texts(".property ins")).slice(0, 3)).toEqual(["9", "weeks", "false"]);
  expect(await texts(".none")).toEqual(["none"]);
});

test("documents are a table, a column for each field that differs", async () => {
  await open(shop);
  expect(await texts("table tr:first-child th")).toEqual(["Document", "", "price", "title", "sku"]);
  expect((await texts("table tr:not(:first-child)")).map((row) => row.replaceAll(/\s+/g, " ").trim())).toEqual([
    "0 differs 20 25 Blue desk lamp Blue floor lamp",
    "3 missing 90 Oak shelf p4",
    '"p9" added 15 Paper lantern p9',
  ]);
});

test("resources stand in the tree of the stack, and those that differ lead to what does", async () => {
  await open(shop);
  expect(await texts("nav > ul > li > .node")).toEqual([
    "storefront Site",
    "lab ml.Workspace",
    "advisor search.KnowledgeBase",
  ]);
  expect(await texts("nav ul ul .node")).toEqual([
    "products search.Index",
    "catalogue search.Documents",
    "ranking ml.OnlineEndpoint",
  ]);
  await page.click('nav a[href*="products"]');
  expect(await page.$eval("article:target h2 bdi", (found) => found.textContent)).toBe("products");
});

test("no drift, and what could not be told, are said", async () => {
  await open(reportOf([]));
  expect([await texts("h1"), await texts(".empty")]).toEqual([
    ["No drift"],
    ["Every resource is at its service as it is declared."],
  ]);
  await open(
    reportOf([{ ...findingOf("ml:Workspace", "lab", "unreadable"), reason: "GET answered 403" }], ["no runtime"]),
  );
  expect([await texts("h1"), await texts(".failure")]).toEqual([
    ["Drift: not known"],
    ["no runtime", "GET answered 403"],
  ]);
});

test("names, paths and values are shown as text, whatever they hold and however large they are", async () => {
  const hostile = '<img src=x onerror="window.hacked=1"></style></script><script>hacked=1</script>{{7*7}}\u202e"\'&';
  const large = (seed: number): string => Array.from({ length: 200_000 }, (_, at) => (at * seed) % 97).join(" ");
  const name = `evil ${hostile}`;
  const finding = findingOf("search:Index", name, "differs", [
    { path: hostile, declared: hostile, live: { [hostile]: hostile } },
    { path: "large", declared: large(7), live: large(11) },
  ]);
  const documents = findingOf("search:Documents", name, "differs", [
    { path: `documents[${JSON.stringify(hostile)}]`, declared: { [hostile]: hostile } },
  ]);
  await open({ ...reportOf([finding, documents], [hostile]), stack: hostile }, [
    ...resources,
    { ...resource("search:Index", name) },
  ]);
  expect((await texts("h3"))[0]).toBe(hostile);
  expect((await texts("table th[scope=row]"))[0]).toContain("<img");
  expect(await page.evaluate(() => [document.images.length, document.scripts.length, "hacked" in window])).toEqual([
    0,
    0,
    false,
  ]);
  expect((await page.content()).length).toBeLessThan(400_000);
});

test("the report fits into 360 pixels, and has its picture", async () => {
  await page.setViewport({ width: 360, height: 740 });
  await open(shop);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewport({ width: 1280, height: 1120 });
  await picture(page, "drift");
});
