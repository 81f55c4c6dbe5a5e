import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox";
import type { Behaviour } from "../../sandbox";

/** A body that is looked at member by member. */

export type Json = any;

/** An answer of the service. */
export interface Answer {
  status: number;
  body: Json;
  headers: Headers;
}

/** The paths of a resource group and of a workspace in it. */
export const P = "/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.MachineLearningServices";
export const W = `${P}/workspaces/lab`;

/** The smallest body of a workspace. */
export const workspace = (change: Json = {}): Json => ({
  location: "East US",
  identity: { type: "systemAssigned" },
  properties: { storageAccount: "/storage", keyVault: "/vault", applicationInsights: "/insights", ...change },
});

/** The paths of the registered models and of an endpoint. */
export const models = `/modelmanagement/v1.0${W}/models`;
export const E = `${W}/onlineEndpoints/chat`;

/** The smallest bodies of a model, an endpoint and a deployment. */
export const model = (change: Json = {}): Json => ({ name: "tiny", version: 1, path: "store/tiny", ...change });
export const endpoint = (change: Json = {}): Json => ({
  name: "chat",
  properties: { authMode: "Key", compute: "/computes/cpu", ...change },
});
export const deployment = (change: Json = {}): Json => ({
  model: `${W}/models/tiny/versions/1`,
  instanceType: "Standard_DS3_v2",
  instanceCount: 1,
  ...change,
});

/** A client of the ML service of one sandbox, made anew for every test. */
export class Client {
  private constructor(
    readonly sandbox: Sandbox,
    public authorization = "",
  ) {}

  /** Starts a sandbox whose operations take one poll, and gets a token. */
  static async start(behaviour: Partial<Behaviour> = {}, options: SandboxOptions = {}): Promise<Client> {
    const client = new Client(await startSandbox({ ...options, behaviour: { polls: 1, ...behaviour } }));
    client.authorization = `Bearer ${await client.token()}`;
    return client;
  }

  /** Starts a sandbox without asynchronous operations, with a workspace and a model in it. */
  static async withModel(): Promise<Client> {
    const client = await Client.start({ operation: "none" });
    await client.made(W, workspace());
    await client.put(`${models}/tiny:1`, model());
    return client;
  }

  /** Calls the service with the token and, unless the query has one, the api-version of the path. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const url = new URL(path, this.sandbox.url);
    const version = /\/(onlineEndpoints|jobs)/.test(path) ? "2024-04-01" : "2023-10-01";
    if (path.startsWith("/") && !url.searchParams.has("api-version")) url.searchParams.set("api-version", version);
    const response = await fetch(url, {
      method,
      headers: { Authorization: this.authorization, "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** The verbs, by their names. */
  get(path: string): Promise<Answer> {
    return this.call("GET", path);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.call("PUT", path, body);
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.call("POST", path, body);
  }

  /** Reads a resource until its state is one that stays; returns the states on the way and the last record. */
  async settled(path: string): Promise<{ states: string[]; body: Json }> {
    const states: string[] = [];
    for (;;) {
      const { status, body } = await this.get(path);
      const state: string = body.properties?.provisioningState ?? body.properties?.status ?? String(status);
      states.push(state);
      if (!/ing$|^NotStarted|^Queued|^CancelRequested/.test(state)) return { states, body };
    }
  }

  /** Writes a resource and waits until that is done; throws what the service refuses. */
  async made(path: string, body: unknown): Promise<Json> {
    const answer = await this.put(path, body);
    if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
    return (await this.settled(path)).body;
  }

  /** Deletes a resource and waits until it is gone; throws what the service refuses. */
  async gone(path: string): Promise<string[]> {
    const answer = await this.call("DELETE", path);
    if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
    return (await this.settled(path.replace(/\?.*/, ""))).states;
  }

  /** Moves the sandbox's clock. */
  async advance(advanceSeconds: number): Promise<void> {
    await fetch(`${this.sandbox.url}/_sandbox/clock`, { method: "POST", body: JSON.stringify({ advanceSeconds }) });
  }

  /** A token, or the error of the issuer. */
  async token(change: Record<string, string> = {}, tenant = "sandbox"): Promise<string> {
    const form = {
      grant_type: "client_credentials",
      resource: this.sandbox.url,
      client_id: "sandbox",
      client_secret: "sandbox",
      ...change,
    };
    const response = await fetch(`${this.sandbox.url}/${tenant}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    const body = (await response.json()) as Json;
    return body.access_token ?? body.error;
  }
}
