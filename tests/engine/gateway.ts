import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox } from "../../sandbox";

/** A door before the sandbox with credentials of its own, so that a test can tell them from everything else. */
export interface Gateway {
  url: string;
  /** The variables of a client that goes through this door. */
  environment: Record<string, string>;
  /** The credentials, by configuration key. */
  credentials: { searchApiKey: string; clientSecret: string; agentApiKey: string };
  /** `METHOD path` of every request that was let in. */
  passed: string[];
  close(): Promise<void>;
}

/** The credentials of a door, and the tokens that were issued for them. */
export const credentialsOf = ({ credentials }: Gateway): (string | RegExp)[] => [
  ...Object.values(credentials),
  /sandbox-token-\d/,
];

/**
 * Opens a door before the sandbox; its credentials begin with `name`. Who has others is refused in words that repeat
 * them.
 */
export async function openGateway(sandbox: Sandbox, name: string): Promise<Gateway> {
  const credentials = {
    searchApiKey: `${name}-search-key-8841`,
    clientSecret: `${name}-client-secret-2290`,
    agentApiKey: `${name}-agent-key-7713`,
  };
  const passed: string[] = [];

  const admit = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const path = incoming.url ?? "/";
    const form = new URLSearchParams(path.includes("/oauth2/token") ? await textOf(incoming) : "");
    const key = incoming.headers["api-key"] ?? form.get("client_secret");
    const wanted = form.has("client_secret")
      ? credentials.clientSecret
      : path.startsWith("/threads")
        ? credentials.agentApiKey
        : credentials.searchApiKey;
    if (key !== null && key !== wanted) {
      outgoing.writeHead(403, { "content-type": "application/json" }).end(
        JSON.stringify({
          error: { code: "Forbidden", message: `Nobody has the key ${String(key)} (api-key: ${String(key)}).` },
        }),
      );
      return;
    }
    passed.push(`${incoming.method} ${path.split("?")[0]}`);
    form.set("client_secret", "sandbox");
    const { "content-length": length, ...headers } = incoming.headers;
    const isForm = path.includes("/oauth2/token");
    const own = {
      ...headers,
      ...(headers["api-key"] !== undefined && { "api-key": "sandbox" }),
      ...(!isForm && length !== undefined && { "content-length": length }),
    };
    const onward = request(sandbox.url + path, { method: incoming.method!, headers: own }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    if (isForm) onward.end(form.toString());
    else incoming.pipe(onward);
  };

  const server = createServer((incoming, outgoing) => void admit(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    credentials,
    passed,
    environment: {
      ...Object.fromEntries(
        Object.entries(sandbox.environment).map(([key, value]) => [key, value === sandbox.url ? url : value]),
      ),
      MLPLANE_SEARCH_API_KEY: credentials.searchApiKey,
      MLPLANE_CLIENT_SECRET: credentials.clientSecret,
      MLPLANE_AGENT_API_KEY: credentials.agentApiKey,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of incoming) text += String(part);
  return text;
}
