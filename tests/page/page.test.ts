import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "puppeteer-core";
import { Pool } from "undici";
import { complaints, launch, picture, press, shows, type } from "./browser";
import { lamps } from "../sandbox/searchCalls";
import { furnish } from "./house";
import { SandboxProcess } from "./process";

let browser: Browser;
let sandbox: SandboxProcess;
let page: Page;
let heard: string[];
beforeAll(async () => {
  [browser, sandbox] = await Promise.all([launch(), SandboxProcess.start()]);
  await furnish(sandbox);
});
afterAll(async () => {
  sandbox?.stop();
  await browser?.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 860 });
  heard = complaints(page, sandbox.url);
});
afterEach(async () => {
  await page.close();
  expect(heard).toEqual([]);
});

/** Opens a view of the page, and waits until it, and not the one before, shows a text. */
const open = async (view: string, text: string): Promise<string> => {
  await page.goto(`${sandbox.url}/#/${view}`);
  await page.waitForSelector(`.views a[aria-current][href="#/${view.split("/")[0]}"]`);
  return shows(page, text);
};
const control = async (path: string): Promise<any> => (await fetch(`${sandbox.url}/_sandbox/${path}`)).json();
const clear = (): Promise<Response> => fetch(`${sandbox.url}/_sandbox/faults`, { method: "DELETE" });

describe("every view shows what the services hold", () => {
  it.each<[string, string[]]>([
    ["", ["1 endpoint", "7 documents", "3 sources", "export MLPLANE_SEARCH_API_KEY=sandbox"]],
    ["workspaces", ["vision-lab", "70%", "30%", "mirror 10%", "keys hidden", "train-broken", "Failed", "cpu-cluster"]],
    ["indexes", ["archive", "lamps", "7 documents"]],
    ["indexes/lamps", ["Collection(Single)", "3 dimensions", "filterable", "Blue desk lamp"]],
    ["knowledge", ["advisor", "answerSynthesis", "lamp-texts", "searchIndex", "news", "7 documents"]],
    ["models", ["tiny-chat-generic-cpu:3", "loaded", "mini-embed-cpu:1", "cached", "not cached", "812 MB"]],
    ["requests", ["PUT", "201", "…/workspaces/vision-lab/onlineEndpoints/vision"]],
    ["control", ["No fault waits.", "1 hour on", "storageOptimized"]],
  ])("#/%s", async (view, texts) => {
    for (const text of texts) await open(view, text);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain("hush");
  });

  it("says what to do where there is nothing", async () => {
    const empty = await SandboxProcess.start();
    const other = await browser.newPage();
    for (const [view, text] of [
      ["", "Nothing has come in yet."],
      ["workspaces", "There is no workspace yet."],
      ["indexes", "There is no index yet."],
      ["knowledge", "There is no knowledge base yet."],
      ["requests", "Nothing has come in yet."],
    ]) {
      await other.goto(`${empty.url}/#/${view}`);
      await shows(other, text!);
    }
    await other.close();
    empty.stop();
  });

  it("shows the time that is left of a loaded model, by the sandbox's clock", async () => {
    await open("models", "min");
    await fetch(`${sandbox.url}/_sandbox/clock`, { method: "POST", body: '{"advanceSeconds":1800}' });
    expect(await shows(page, "29 min")).toContain("loaded");
  });
});

it("shows what a sandbox in the form of Azure holds, in the documents' words", async () => {
  const azure = await SandboxProcess.start("--dialect", "azure");
  const index = { ...lamps, vectorSearch: undefined, fields: lamps.fields.filter(({ name }) => name !== "vec") };
  expect((await azure.search("PUT", "/indexes('lamps')", index)).status).toBe(201);
  await azure.search("PUT", "/knowledgesources('texts')", {
    name: "texts",
    kind: "azureBlob",
    azureBlobParameters: { connectionString: "hush", containerName: "texts" },
  });
  const other = await browser.newPage();
  for (const [view, texts] of [
    ["", ["1 source", "export MLPLANE_DIALECT=azure"]],
    ["indexes/lamps", ["filterable"]],
    ["knowledge", ["texts", "blob"]],
    ["requests", ["/indexes('lamps')", "201"]],
  ] as const) {
    await other.goto(`${azure.url}/#/${view}`);
    for (const text of texts) await shows(other, text);
    expect(await other.evaluate(() => document.documentElement.outerHTML)).not.toContain("hush");
  }
  await other.close();
  azure.stop();
});

describe("questions to the services", () => {
  it("a search shows scores, a hit leads to its neighbours", async () => {
    await open("indexes/lamps", "Blue desk lamp");
    await type(page, '[aria-label="Search this index"]', "floor");
    await press(page, "Search");
    await page.waitForFunction(() => document.querySelectorAll(".hits li").length === 1);
    expect(await shows(page, "Red floor lamp")).toMatch(/p2\s+Red floor lamp[^\n]*\s+\d\.\d{4}/);
    await page.locator(".hits summary").click();
    await press(page, "Neighbours by vec");
    await shows(page, "Nearest to p2 by vec");
    await page.waitForFunction(() => document.querySelectorAll(".hits li").length > 1);
    const text = await shows(page, "Nearest to p2 by vec");
    expect(text.slice(text.indexOf("Nearest"))).toMatch(/m2[\s\S]*m1[\s\S]*p1/);
    await press(page, "Back to the search");
    await press(page, "meaning");
    await page.waitForFunction(() => document.querySelectorAll(".hits li").length === 7);
  });

  it("a knowledge base answers, with its sources", async () => {
    await open("knowledge/historian", "A question to historian");
    await type(page, ".question input", "Which lamp is blue?");
    await page.keyboard.press("Enter");
    expect(await shows(page, "A blue lamp for the desk. It bends.")).toMatch(/p1[\s\S]*0\.\d{4}/);
  });
});

describe("the page steers the sandbox", () => {
  afterEach(clear);

  it("a fault hits, and is marked", async () => {
    await open("control", "No fault waits.");
    await type(page, '.form input[type="text"]', "^GET /indexes/lamps$");
    await press(page, "Set the fault");
    await shows(page, "answers 503");
    expect((await sandbox.search("GET", "/indexes/lamps")).status).toBe(503);
    await shows(page, "No fault waits.");
    await open("requests", "Requests");
    const status = (await page.waitForSelector(".row:has(.flag) .status"))!;
    expect(await status.evaluate((found) => found.textContent)).toBe("503");
    expect((await sandbox.search("GET", "/indexes/lamps")).status).toBe(200);
  });

  it("a mistake in a fault is told", async () => {
    await open("control", "No fault waits.");
    await type(page, '.form input[type="text"]', "(");
    await press(page, "Set the fault");
    await shows(page, "is not a regular expression");
    heard.length = 0; // the browser notes the 400
  });

  it("the next request like one of the log is refused", async () => {
    await sandbox.search("GET", "/indexes/archive");
    await open("requests", "/indexes/archive");
    await press(page, "/indexes/archive");
    await press(page, "Refuse the next one like it");
    await shows(page, "The next such request is answered with 503.");
    expect((await sandbox.search("GET", "/indexes/archive")).status).toBe(503);
  });

  it("the clock and the tier", async () => {
    await open("control", "It takes every request.");
    const before = Date.parse((await fetch(`${sandbox.url}/none`)).headers.get("date")!);
    await press(page, "1 day on");
    await page.waitForFunction(() => /\b1 d\b.* ahead of this machine/.test(document.body.innerText));
    const after = Date.parse((await fetch(`${sandbox.url}/none`)).headers.get("date")!);
    expect(after - before).toBeGreaterThanOrEqual(86_400_000);
    await press(page, "basic");
    await shows(page, "It takes 10 requests per second.");
    expect(await control("behaviour")).toMatchObject({ searchRequestsPerSecond: 10 });
    await press(page, "no limit");
    await shows(page, "It takes every request.");
  });
});

describe("the log", () => {
  it("follows live, and tells who sent each request, with bodies and without secrets", async () => {
    await open("requests", "Requests");
    await fetch(`${sandbox.url}/by-hand`);
    await fetch(`${sandbox.url}/by-vendor`, { headers: { "User-Agent": "azsdk-js-search-documents/12.3.0" } });
    await fetch(`${sandbox.url}/by-package`, { headers: { "User-Agent": "mlplane" } });
    await page.evaluate(() => fetch("/by-browser").then((answer) => answer.text()));
    heard.length = 0; // the browser notes the 404
    await shows(page, "/by-browser");
    const sender = (path: string): Promise<string | null | undefined> =>
      page.evaluate(
        (wanted) =>
          [...document.querySelectorAll(".row")]
            .find((row) => row.textContent!.includes(wanted))
            ?.querySelector(".from")?.textContent,
        path,
      );
    expect([
      await sender("/by-hand"),
      await sender("/by-vendor"),
      await sender("/by-package"),
      await sender("/by-browser"),
    ]).toEqual(["other", "vendor's client", "mlplane", "browser"]);

    const kept = await page.$$eval(".row", (rows) => rows.length);
    expect(kept).toBeGreaterThan(10);
    const requests = (await control("requests")) as { id: number; method: string; path: string }[];
    const { id } = requests.find(({ method, path }) => method === "POST" && path === "/indexes")!;
    const text = await open(`requests/${id}`, '"embeddingServiceParameters"');
    expect(text).toContain('"apiKey": "••••••"');
    expect(text).not.toContain("hush");
  });

  it("leads by keyboard", async () => {
    await open("requests", "Requests");
    await (await page.waitForSelector('[role="listbox"]'))!.focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "End", "Home", "Enter"] as const)
      await page.keyboard.press(key);
    await shows(page, "Answered");
    expect(page.url()).toMatch(/#\/requests\/\d+$/);
  });
});

describe("what others have written", () => {
  const hostile = '<img src=x onerror="window.hacked=1">{{7*7}}${7*7}\u202egnp.exe</script><script>hacked=1</script>';
  it("is shown as text, whatever it holds and however long it is", async () => {
    await sandbox.search("POST", "/indexes/archive/docs/index", {
      value: [{ id: "1", title: hostile, text: "long ".repeat(200_000) }],
    });
    await fetch(`${sandbox.url}/${encodeURIComponent(hostile)}`, {
      method: "POST",
      body: JSON.stringify({ [hostile]: hostile }),
    });
    await fetch(`${sandbox.url}/_sandbox/faults`, {
      method: "POST",
      body: JSON.stringify({ match: `never${hostile.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}`, status: 500 }),
    });
    await open("indexes/archive", "{{7*7}}");
    await page.locator(".hits summary").click();
    await press(page, "Show all 1,000");
    await shows(page, "Show less");
    await open("control", "never<img");
    await open("", "%3Cimg");
    await page.locator(".lines .row:nth-child(2)").click();
    await shows(page, "{{7*7}}");
    expect(await page.evaluate(() => [document.images.length, "hacked" in window])).toEqual([0, false]);
    await clear();
  });

  it("has no other site to go to: the policy of the page is strict", async () => {
    const { headers } = await fetch(sandbox.url, { headers: { Accept: "text/html" } });
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    await open("", "Overview");
    const blocked = await page
      .evaluate(() => {
        document.body.append(Object.assign(document.createElement("script"), { src: "https://evil.example/x.js" }));
        return "hacked" in window;
      })
      .catch(String);
    expect(blocked).not.toBe(true);
    heard.length = 0; // the browser tells what it blocked
  });

  it("cannot steer the sandbox from a page of another origin", async () => {
    const server = createServer((_request, answer) =>
      answer.setHeader("Content-Type", "text/html").end("<p>other</p>"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await page.evaluate(async (url) => {
      const body = JSON.stringify({ match: ".", status: 500 });
      for (const mode of ["no-cors", "cors"] as const)
        await fetch(`${url}/_sandbox/faults`, { method: "POST", mode, body }).catch(() => undefined);
    }, sandbox.url);
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
    heard.length = 0;
    expect((await sandbox.search("GET", "/indexes/lamps")).status).toBe(200);
  });
});

describe("the address of the services", () => {
  it("stays theirs: only a browser that asks for the address itself gets the page, and the log does not count it", async () => {
    const before = ((await control("requests")) as unknown[]).length;
    const html = await fetch(sandbox.url, { headers: { Accept: "text/html,*/*" } });
    expect([html.status, html.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(((await control("requests")) as unknown[]).length).toBe(before);
    const json = await fetch(sandbox.url, { headers: { Accept: "application/json" } });
    expect([json.status, await json.json()]).toMatchObject([404, { error: { code: "NotFound" } }]);
    expect((await fetch(`${sandbox.url}/_sandbox/page/..%2froutes.js`)).status).toBe(404);
  });
});

describe("everywhere", () => {
  const views = ["", "workspaces", "indexes/lamps", "knowledge", "models", "requests", "control"];
  it.each(["light", "dark"])("fits into 360 pixels, in %s", async (value) => {
    await page.setViewport({ width: 360, height: 740 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    for (const view of views) {
      await open(view, "live");
      expect([view, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([view, 360]);
    }
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(value === "light" ? "rgb(246, 247, 249)" : "rgb(15, 18, 22)");
  });

  it("can be gone through by keyboard alone", async () => {
    await open("", "Overview");
    const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
    for (let tab = 0; tab < 20 && !(await focused())?.startsWith("Indexes"); tab++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await shows(page, "archive");
    expect(page.url()).toMatch(/#\/indexes$/);
  });

  it.each([
    ["sandbox", "workspaces", "light", "mirror 10%"],
    ["sandbox-dark", "indexes/lamps", "dark", "Blue desk lamp"],
  ])("has its picture: %s", async (name, view, value, text) => {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    await open(view, text);
    if (name === "sandbox-dark") {
      await type(page, '[aria-label="Search this index"]', "desk lamp");
      await press(page, "both");
      await page.waitForSelector(".hits li:nth-child(5)");
    }
    await picture(page, name);
  });
});

describe("a sandbox with very much in it", () => {
  it("shows 1,000 indexes and 10,000 requests, a screenful at a time", async () => {
    const full = await SandboxProcess.start();
    const fields = [{ name: "id", type: "Edm.String", key: true }];
    const pool = new Pool(full.url, { connections: 4, pipelining: 16 });
    const call = async (at: number): Promise<void> => {
      const path = at < 1000 ? `/indexes/index-${at}?api-version=2025-11-01-preview` : `/compat/status?call=${at}`;
      const headers = { "api-key": "sandbox", "content-type": "application/json" };
      const body = JSON.stringify({ name: `index-${at}`, fields });
      const answer = await pool.request({
        path,
        headers,
        ...(at < 1000 ? { method: "PUT", body } : { method: "GET" }),
      });
      await answer.body.dump();
    };
    await Promise.all(Array.from({ length: 10_100 }, (_, at) => call(at)));
    await pool.close();
    const other = await browser.newPage();
    for (const [view, count, last] of [
      ["indexes", "1,000", "index-999"],
      ["requests", "10,000", "PUT"],
    ] as const) {
      await other.goto(`${full.url}/#/${view}`);
      await other.waitForSelector(".list .row");
      await other.waitForFunction(
        (wanted) => document.querySelector("[aria-posinset]")?.getAttribute("aria-setsize") === wanted,
        {},
        count.replace(",", ""),
      );
      expect(await other.$$eval(".row", (rows) => rows.length)).toBeLessThan(100);
      await other.focus('[role="listbox"]');
      await other.keyboard.press("End");
      await shows(other, last);
      await other.keyboard.press("Enter");
      await other.waitForSelector(".detail");
    }
    await other.close();
    full.stop();
  });
});
