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
  /** What becomes of the answer to a request to a path. */
  distort: (answer: Raw, path: string) => Raw;
  close(): Promise<void>;
}

/** Opens a door before a sandbox, which answers with the door's own address in the place of the sandbox's. */
export async function openDoor(sandbox: Sandbox): Promise<Door> {
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const renamed = (text: string): string => text.replaceAll(sandbox.url, url);
  const door: Door = {
    sandbox: { ...sandbox, url, environment: Object.fromEntries(Object.entries(sandbox.environment).map(([key, value]) => [key, renamed(value)])) },
    distort: (answer) => answer,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const real = await onward(sandbox.url + incoming.url!, incoming);
      const headers = Object.fromEntries(Object.entries(real.headers).filter(([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name)).map(([name, value]) => [name, renamed(String(value))]));
      const told = door.distort({ status: real.statusCode!, headers, body: renamed(await textOf(real)) }, incoming.url!);
      outgoing.writeHead(told.status, told.headers).end(told.status === 204 || told.status === 304 ? "" : told.body);
    } catch {
      outgoing.destroy();
    }
  }
  return door;
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
