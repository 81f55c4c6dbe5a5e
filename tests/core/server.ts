import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { http, type Http, type Service } from "../../provider/core/http";
import { Pace } from "../../provider/core/pace";
import { now } from "../../provider/core/time";
import { services } from "../../provider/services";

/** A request that a test server got. */
export interface Got {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  /** When it came, in milliseconds since 1970. */
  at: number;
}

/** A real server on a free port, which answers as it is told and remembers what it got. */
export interface Server {
  url: string;
  got: Got[];
  close(): Promise<void>;
}

export type Reply =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | "drop"
  | ((response: ServerResponse) => void);

/**
 * Starts a server; `replies` are its answers in order, the last one for all that follow, or are computed from the
 * request.
 */
export async function serve(replies: Reply[] | ((got: Got, count: number) => Reply)): Promise<Server> {
  const got: Got[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
      at: Date.now(),
    };
    got.push(one);
    const reply =
      typeof replies === "function" ? replies(one, got.length) : replies[Math.min(got.length, replies.length) - 1]!;
    if (reply === "drop") return void request.socket.destroy();
    if (typeof reply === "function") return reply(response);
    response
      .writeHead(reply.status ?? 200, reply.headers)
      .end(reply.text ?? (reply.json === undefined ? "" : JSON.stringify(reply.json)));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Starts servers that are closed after each test. */
export function servers(): (replies: Parameters<typeof serve>[0]) => Promise<Server> {
  const started: Server[] = [];
  afterEach(async () => void (await Promise.all(started.splice(0).map((server) => server.close()))));
  return async (replies) => {
    const server = await serve(replies);
    started.push(server);
    return server;
  };
}

/** The service's own word that something is not there. */
export const none: Reply = { status: 404, json: { error: { code: "NotFound", message: "none" } } };

/** An answer that ends in the middle. */
export const brokenOff: Reply = (response) => {
  response.writeHead(200, { "content-length": "100" });
  response.write('{"half":', () => response.destroy());
};

/** An answer that ends in the middle, of a server that closes the connection as if that were all. */
export const cutShort: Reply = (response) => {
  response.writeHead(200, { connection: "close" });
  response.write('{"half":', () => response.socket!.end());
};

/** Looks again and again until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** What a service of a test has, unless the test says otherwise. */
export function serviceAt(baseUrl: string, more: Partial<Service> = {}): Service {
  const paces = new Map<string, Pace>();
  return {
    name: "the test service",
    baseUrl: () => baseUrl,
    setting: { key: "testEndpoint", variable: "MLPLANE_TEST_ENDPOINT" },
    authorize: async () => ({ "api-key": "s3cr3t-key" }),
    passing: [408, 429, 500, 502, 503, 504],
    pace: (origin) => paces.get(origin) ?? paces.set(origin, new Pace()).get(origin)!,
    secrets: () => ["s3cr3t-key"],
    form: { ...services.search.form, operations: services.ml.form.operations },
    ...more,
  };
}

/** The calls to a test server, within some seconds. */
export const callsTo = (
  baseUrl: string,
  { seconds = 20, told = [], ...more }: Partial<Service> & { seconds?: number; told?: string[] } = {},
): Http => http(serviceAt(baseUrl, more), { deadline: now() + seconds * 1000 }, (text) => told.push(text));
