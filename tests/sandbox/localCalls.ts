import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox";

/** A body that is looked at member by member. */

export type Json = any;

/** The models of the catalog that the tests use. */
export const newest = "tiny-chat-generic-cpu:3";
export const older = "tiny-chat-generic-cpu:2";
export const embedding = "mini-embed-cpu:1";

/** The calls of the local service on a sandbox of its own. */
export class LocalCalls {
  private constructor(readonly sandbox: Sandbox) {}

  static async start(options: SandboxOptions = {}): Promise<LocalCalls> {
    return new LocalCalls(await startSandbox(options));
  }

  /** The status and the text of a GET. */
  async get(path: string): Promise<{ status: number; text: string }> {
    const response = await fetch(this.sandbox.url + path);
    return { status: response.status, text: await response.text() };
  }

  /** The JSON that a GET answers. */
  async json(path: string): Promise<Json> {
    return JSON.parse((await this.get(path)).text);
  }

  post(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return fetch(this.sandbox.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: text,
      ...init,
    });
  }

  /** The status and the JSON of a chat completion. */
  async chat(body: Json): Promise<{ status: number; body: Json }> {
    const response = await this.post("/v1/chat/completions", body);
    return { status: response.status, body: await response.json() };
  }

  /** The body of a download of the model that the catalog lists by this name. */
  async specification(name: string): Promise<Json> {
    const { models } = await this.json("/runtime/list");
    const { uri, providerType } = models.find((model: Json) => model.name === name);
    return { model: { Uri: uri, Name: name, ProviderType: providerType } };
  }

  /** The lines that a download sends. */
  async download(body: Json): Promise<string[]> {
    const response = await this.post("/compat/download", body);
    return (await response.text()).trimEnd().split("\n");
  }

  async cache(...names: string[]): Promise<void> {
    for (const name of names) await this.download(await this.specification(name));
  }

  async load(name: string, query = ""): Promise<void> {
    await this.cache(name);
    await this.get(`/compat/load/${name}${query}`);
  }

  loaded(): Promise<string[]> {
    return this.json("/compat/loadedmodels");
  }

  async advance(advanceSeconds: number): Promise<void> {
    await this.post("/_sandbox/clock", { advanceSeconds });
  }
}
