import { bearer, type TokenSource } from "../../provider/core/token";
import { serviceAt, servers, type Reply } from "./server";

const start = servers();

/** Tokens of a real issuer, which answers as told. */
async function tokens(replies: Parameters<ReturnType<typeof servers>>[0]) {
  const server = await start(replies);
  const kept: string[] = [];
  const source: TokenSource = {
    issuer: serviceAt(server.url, { name: "the token issuer", authorize: async () => ({}), secrets: () => ["s3cr3t"] }),
    path: () => "/tenant/oauth2/token",
    form: () => ({ grant_type: "client_credentials", client_secret: "s3cr3t" }),
  };
  return { headers: bearer(source, (token) => kept.push(token)), kept, got: server.got };
}

const issued = (name: string, expires_in?: unknown): Reply => ({
  json: { token_type: "Bearer", access_token: name, expires_in },
});
const numbered =
  (expires_in?: unknown) =>
  (_: unknown, count: number): Reply =>
    issued(`t${count}`, expires_in);

const clock = performance.now.bind(performance);
let ahead = 0;
beforeEach(() => {
  ahead = 0;
  jest.spyOn(performance, "now").mockImplementation(() => clock() + ahead);
});
afterEach(() => jest.restoreAllMocks());

/** Moves the clock, and nothing else. */
const later = (seconds: number): void => void (ahead += seconds * 1000);

test("one token serves all calls, and is asked for once when many need it", async () => {
  const { headers, kept, got } = await tokens(numbered("3600"));
  const all = await Promise.all(Array.from({ length: 20 }, () => headers()));
  expect([...all, await headers()]).toEqual(Array(21).fill({ authorization: "Bearer t1" }));
  expect(got).toHaveLength(1);
  expect(got[0]).toMatchObject({
    method: "POST",
    url: "/tenant/oauth2/token",
    body: "grant_type=client_credentials&client_secret=s3cr3t",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(kept).toEqual(["t1"]);
});

test.each<[unknown, number]>([
  ["3600", 3300],
  [3600, 3300],
  [86_400, 86_100],
  [600, 450],
  [8, 6],
  ["rubbish", 3300],
  [undefined, 3300],
  [null, 3300],
])("one that lives %p seconds is kept for %d", async (life, kept) => {
  const { headers, got } = await tokens(numbered(life));
  await headers();
  later(kept - 2);
  await headers();
  expect(got).toHaveLength(1);
  later(4);
  expect(await headers()).toEqual({ authorization: "Bearer t2" });
  expect(got).toHaveLength(2);
});

test("the one that a service refused is renewed, once for all who used it; a newer one is not", async () => {
  const { headers, got } = await tokens(numbered());
  const first = await headers();
  const renewed = await Promise.all(Array.from({ length: 8 }, () => headers(first)));
  expect(renewed).toEqual(Array(8).fill({ authorization: "Bearer t2" }));
  expect(await headers(first)).toEqual({ authorization: "Bearer t2" });
  expect(got).toHaveLength(2);
});

test("a refused request tells the issuer's own words, without the secret, and is not asked for again by itself", async () => {
  const { headers, got } = await tokens([
    {
      status: 401,
      json: { error: "invalid_client", error_description: "Invalid secret s3cr3t", error_codes: [1], trace_id: "x" },
    },
    issued("t"),
  ]);
  await expect(Promise.all([headers(), headers()])).rejects.toThrow(
    "POST /tenant/oauth2/token answered 401 invalid_client: Invalid secret [secret]",
  );
  expect(got).toHaveLength(1);
  expect(await headers()).toEqual({ authorization: "Bearer t" });
});

test.each<Reply>([{ json: {} }, { json: { access_token: "" } }, { text: "<html>" }, { json: [] }, { status: 204 }])(
  "an answer without a token is an error: %j",
  async (reply) => {
    const { headers } = await tokens([reply]);
    await expect(headers()).rejects.toThrow(
      "POST /tenant/oauth2/token: the token issuer answered without an access_token",
    );
  },
);

test("who waits for a token is told why", async () => {
  const { headers } = await tokens([{ status: 429, headers: { "retry-after": "0" } }, issued("t")]);
  const told: string[] = [];
  await headers(undefined, (text) => told.push(text));
  expect(told).toEqual(["the token issuer answered 429; trying again in 1 s"]);
});

test("a request that is lost or throttled is repeated", async () => {
  const { headers, got } = await tokens(["drop", { status: 429, headers: { "retry-after": "0" } }, issued("t")]);
  expect(await headers()).toEqual({ authorization: "Bearer t" });
  expect(got).toHaveLength(3);
});
