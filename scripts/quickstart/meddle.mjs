/**
 * Changes three things at the services as somebody without Pulumi would.
 * @param {string} url the sandbox's address
 */
export async function meddle(url) {
  /** @typedef {{ body?: unknown, headers?: Record<string, string> }} More */
  /** @type {(method: string, path: string, more?: More) => Promise<any>} */
  const call = async (method, path, { body, headers } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    const text = await answer.text();
    return text === "" ? undefined : JSON.parse(text);
  };
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "sandbox",
    client_secret: "sandbox",
    resource: url,
  });
  const answer = await fetch(`${url}/sandbox/oauth2/token`, { method: "POST", body: form });
  const { access_token } = /** @type {{ access_token: string }} */ (await answer.json());
  const bearer = { authorization: `Bearer ${access_token}` };
  const document = { "@search.action": "merge", id: "1", text: "The Aurora lamp is red." };
  await call("POST", "/indexes/lamps/docs/index?api-version=2025-11-01-preview", {
    headers: { "api-key": "sandbox" },
    body: { value: [document] },
  });
  const workspace =
    "/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.MachineLearningServices/workspaces/lamp-lab" +
    "?api-version=2023-10-01";
  const record = await call("GET", workspace, { headers: bearer });
  await call("PUT", workspace, { headers: bearer, body: { ...record, tags: { team: "chairs" } } });
  await call("GET", "/compat/unload/tiny-chat-generic-cpu:3?force=true");
  return ['document 1: "The Aurora lamp is red."', "tag team: chairs", "GET /compat/unload/tiny-chat-generic-cpu:3"];
}
