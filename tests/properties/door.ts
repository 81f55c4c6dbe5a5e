import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox } from "../../sandbox";

/** An answer of a service, as it goes over the line. */
export interface Raw {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A door before the sandbox at which answers change. */
export interface Door {
  /** The sandbox, as it is seen through the door. */
  sandbox: Sandbox;
  close(): Promise<void>;
}

/** Stands in changed answers for the address of the door. */
export const AT = "http://the-service";

/**
 * Opens a door before a sandbox that changes the answers to requests by their path; its own address stands in the place
 * of the sandbox's.
 */
export async function openDoor(sandbox: Sandbox, distort: (answer: Raw, path: string) => Raw): Promise<Door> {
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const renamed = (text: string): string => text.replaceAll(sandbox.url, url).replaceAll(AT, url);
  return {
    sandbox: {
      ...sandbox,
      url,
      environment: Object.fromEntries(Object.entries(sandbox.environment).map(([key, value]) => [key, renamed(value)])),
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const real = await onward(sandbox.url + incoming.url!, incoming);
      const headers = Object.fromEntries(
        Object.entries(real.headers)
          .filter(([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name))
          .map(([name, value]) => [name, String(value)]),
      );
      const told = distort({ status: real.statusCode!, headers, body: await textOf(real) }, incoming.url!);
      const named = Object.fromEntries(Object.entries(told.headers).map(([name, value]) => [name, renamed(value)]));
      outgoing.writeHead(told.status, named).end(told.status === 204 || told.status === 304 ? "" : renamed(told.body));
    } catch {
      outgoing.destroy();
    }
  }
}

async function onward(url: string, incoming: IncomingMessage): Promise<IncomingMessage> {
  const sent = request(url, { method: incoming.method!, headers: incoming.headers });
  incoming.pipe(sent);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return answer;
}

async function textOf(stream: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of stream.setEncoding("utf8")) text += String(part);
  return text;
}
