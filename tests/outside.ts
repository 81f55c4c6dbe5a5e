import { dialectNamed, speak } from "../dialects";
import type { Sandbox } from "../sandbox";
import { searchVersion, versionOf } from "../sandbox/versions";
import type { Outside } from "./fixtures/fixture";

/** Calls the sandbox as somebody else would, with valid credentials and the version that each path has. */
export function outside(sandbox: Sandbox): Outside {
  let token: Promise<string> | undefined;
  const bearer = async (): Promise<string> => {
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "sandbox",
      client_secret: "sandbox",
      resource: sandbox.url,
    });
    const answer = await fetch(`${sandbox.url}/sandbox/oauth2/token`, { method: "POST", body: form });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const apiVersion = (path: string): string | undefined =>
    !path.startsWith("/") || /^\/(compat|runtime|v1|endpoints)\//.test(path)
      ? undefined
      : (versionOf(path.split("?")[0]!) ?? searchVersion);
  const dialect = dialectNamed(sandbox.environment["MLPLANE_DIALECT"] ?? "");
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    if (dialect === undefined) return call(method, path, body);
    const named = path.replace("Provider.MachineLearningServices", dialect.defaults["providerNamespace"]!);
    const [place = "", query] = named.split("?");
    const answer = await speak(dialect, { method, path: place, body }, async (theirs) => ({
      status: 200,
      headers: {},
      body: await call(theirs.method, theirs.path + (query === undefined ? "" : `?${query}`), theirs.body),
    }));
    return answer.body;
  };
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const url = new URL(path.startsWith("/") ? sandbox.url + path : path);
    const version = apiVersion(path);
    if (version !== undefined) url.searchParams.set("api-version", version);
    const headers = {
      "content-type": "application/json",
      "api-key": "sandbox",
      ...(/^\/(sub|modelm)/.test(path) && { authorization: `Bearer ${await (token ??= bearer())}` }),
    };
    const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (answer.status > 399) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  /** Looks at a record until the operation on it has ended. */
  const settled = async (path: string): Promise<void> => {
    for (let looks = 0; looks < 20; looks++) {
      const record = (await send("GET", path).catch(() => undefined)) as
        { properties?: { provisioningState?: string } } | undefined;
      if ([undefined, "Succeeded", "Failed", "Canceled"].includes(record?.properties?.provisioningState)) return;
    }
  };
  return {
    async send(method, path, body) {
      if (method === "GET" || !path.startsWith("/subscriptions")) return send(method, path, body);
      await settled(path);
      const answer = await send(method, path, body);
      await settled(path);
      return answer;
    },
    async edit(path, change) {
      const record = await send("GET", path);
      change(record);
      await this.send("PUT", path, record);
    },
  };
}
