import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";

const root = join(__dirname, "..", "..");
const manifest = join(root, "node_modules", "@sparticuz", "chromium", "package.json");
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
const folder = join(root, "node_modules", ".cache", `chromium-${version}`);

/** Starts the browser that npm has installed; it is unpacked once, complete or not at all. */
export function launch(): Promise<Browser> {
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`;
    mkdirSync(partial, { recursive: true });
    const unpack = 'import("@sparticuz/chromium").then((chromium) => chromium.default.executablePath())';
    execFileSync(process.execPath, ["-e", unpack], { cwd: root, env: { ...process.env, TMPDIR: partial } });
    try {
      renameSync(partial, folder);
    } catch {
      rmSync(partial, { recursive: true }); // another process was first
    }
  }
  const fonts = join(folder, "fonts.conf");
  writeFileSync(
    fonts,
    `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  );
  return puppeteer.launch({
    executablePath: join(folder, "chromium"),
    headless: "shell",
    env: { ...process.env, FONTCONFIG_FILE: fonts, HOME: folder },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--font-render-hinting=none",
      "--no-first-run",
    ],
  });
}

/** What a page has complained of: errors in its console, exceptions, and requests to other hosts than its own. */
export function complaints(page: Page, own: string): string[] {
  const all: string[] = [];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) all.push(message.text());
  });
  page.on("pageerror", (error) => all.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith("data:")) all.push(`asked ${request.url()}`);
  });
  return all;
}

/** Waits until the page shows a text, and gives all that it shows. */
export async function shows(page: Page, text: string): Promise<string> {
  await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 30_000 }, text);
  return page.evaluate(() => document.body.innerText);
}

/** Presses the button, or follows the link, with this text. */
export async function press(page: Page, text: string): Promise<void> {
  const element = await page.waitForSelector(
    `::-p-xpath(//*[self::button or self::a or self::label or self::summary][contains(normalize-space(.), "${text}")])`,
  );
  await element!.evaluate((found) => (found as HTMLElement).click());
}

/** Replaces what stands in an input by a text, typed key by key. */
export async function type(page: Page, selector: string, text: string): Promise<void> {
  const input = (await page.waitForSelector(selector))!;
  await input.click({ count: 3 });
  await input.press("Backspace");
  await input.type(text);
}

/**
 * Takes a picture of the page; with the variable MLPLANE_PICTURES it is kept in `docs/images`.
 * A picture with nothing in it, or too large for a repository, is a mistake.
 */
export async function picture(page: Page, name: string): Promise<void> {
  const image = await page.screenshot({ type: "png" });
  if (image.length < 15_000 || image.length > 200_000) throw new Error(`the picture ${name} has ${image.length} bytes`);
  if (process.env["MLPLANE_PICTURES"] === undefined) return;
  mkdirSync(join(root, "docs", "images"), { recursive: true });
  writeFileSync(join(root, "docs", "images", `${name}.png`), image);
}
