import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { http, readObject, type Call } from "../../provider/core/http";
import { Pace } from "../../provider/core/pace";
import { brokenOff, callsTo, cutShort, servers, serviceAt, until, type Reply } from "./server";

const start = servers();

const ok = { json: { ok: true } };
const refused = (status: number, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  json: { error: { code: "Refused", message: "with s3cr3t-key" } },
});
const get: Call = { method: "GET", path: "/a" };
const post: Call = { method: "POST", path: "/a", body: { b: 1 } };
const call = (method: Call["method"], more: Partial<Call> = {}): Call => ({ method, path: "/a", ...more });

describe("a call", () => {
  test("carries version, query, credentials and JSON", async () => {
    const { url, got } = await start([ok]);
    await callsTo(`${url}/base/`, { apiVersion: "2025-01-01" }).send({
      method: "PUT",
      path: "/a/b",
      body: { ü: "ß" },
      query: { top: 3, all: true, none: undefined },
      headers: { "if-match": '"e"', none: undefined },
    });
    expect(got[0]).toMatchObject({
      method: "PUT",
      url: "/base/a/b?api-version=2025-01-01&top=3&all=true",
      body: '{"ü":"ß"}',
    });
    expect(got[0]!.headers).toMatchObject({
      "api-key": "s3cr3t-key",
      "content-type": "application/json",
      accept: "application/json",
      "if-match": '"e"',
    });
    expect(got[0]!.headers).not.toHaveProperty("none");
  });

  test("may have a version of its own, none, or a form", async () => {
    const { url, got } = await start([ok]);
    const http = callsTo(url, { apiVersion: "1" });
    await http.send(call("GET", { apiVersion: "2" }));
    await http.send(call("GET", { apiVersion: "" }));
    await http.send(call("POST", { apiVersion: "", form: { a: "b c&d" } }));
    expect(got.map((one) => one.url)).toEqual(["/a?api-version=2", "/a", "/a"]);
    expect(got[2]).toMatchObject({
      body: "a=b+c%26d",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  });

  test("that is never sent again has a connection of its own: an idle one may just be closing", async () => {
    const { url, got } = await start([ok]);
    const http = callsTo(url);
    for (const one of [get, post, call("POST", { repeat: "always" }), call("PUT")]) await http.send(one);
    expect(got.map(({ headers }) => headers.connection)).toEqual(["keep-alive", "close", "keep-alive", "keep-alive"]);
  });

  test("to an absolute address of the service is sent as it is, with credentials", async () => {
    const { url, got } = await start([ok]);
    await callsTo(`${url}/base`, { apiVersion: "1" }).send(
      call("GET", { path: `${url}/operations/7?api-version=9&t=%2F` }),
    );
    expect(got[0]).toMatchObject({ url: "/operations/7?api-version=9&t=%2F", headers: { "api-key": "s3cr3t-key" } });
  });

  test("to the same machine by another of its names carries them too", async () => {
    const { url, got } = await start([ok]);
    await callsTo(url.replace("127.0.0.1", "localhost")).send(call("GET", { path: `${url}/operations/7` }));
    expect(got[0]!.headers["api-key"]).toBe("s3cr3t-key");
  });

  test("to an address elsewhere carries no credentials, and asks for none when it is refused", async () => {
    const [own, other] = [await start([ok]), await start([refused(401)])];
    const asked: unknown[] = [];
    const http = callsTo(own.url, {
      authorize: async (...given) => (asked.push(given), { authorization: "Bearer t0ken" }),
    });
    await expect(http.send(call("GET", { path: `${other.url}/operations/7` }))).rejects.toThrow(/answered 401/);
    expect(other.got).toHaveLength(1);
    expect(other.got[0]!.headers).not.toHaveProperty("authorization");
    expect(asked).toEqual([]);
  });

  test("to something that is no address is an error at once", async () => {
    const { url, got } = await start([ok]);
    for (const path of ["ftp://host/a", "file:///etc/passwd", "no-slash", "http://"])
      await expect(callsTo(url).send(call("GET", { path }))).rejects.toThrow("is no address");
    expect(got).toEqual([]);
  });

  test("that cannot be sent is an error at once, without its secret", async () => {
    const { url, got } = await start([ok]);
    const failure = callsTo(url, { authorize: async () => ({ "api-key": "bad\nvalue" }) }).send(get);
    await expect(failure).rejects.toThrow(/cannot be sent: invalid api-key header/);
    await expect(failure).rejects.not.toThrow(/bad|value/);
    expect(got).toEqual([]);
  });

  test("whose body is no JSON is a bug that shows itself", async () => {
    const { url } = await start([ok]);
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    await expect(callsTo(url).send(call("PUT", { body: circle }))).rejects.toThrow(TypeError);
  });

  test("is never redirected: the error names where to", async () => {
    const other = await start([ok]);
    const { url, got } = await start([{ status: 307, headers: { location: `${other.url}/elsewhere` } }]);
    for (const method of ["GET", "PUT", "DELETE", "POST"] as const) {
      await expect(callsTo(url).send(call(method))).rejects.toThrow(
        new RegExp(
          `^${method} /a answered 307.*redirects to ${other.url}.*mlplane:testEndpoint.*MLPLANE_TEST_ENDPOINT`,
          "s",
        ),
      );
    }
    expect(got).toHaveLength(4);
    expect(other.got).toEqual([]);
  });
});

describe("an answer", () => {
  test.each<[string, Reply, unknown]>([
    ["JSON", { json: { a: [1] } }, { a: [1] }],
    ["JSON after a byte order mark", { text: '\uFEFF{"a":1}' }, { a: 1 }],
    ["nothing", { status: 204 }, undefined],
    ["blanks", { text: " \n" }, undefined],
    ["a number", { text: "3" }, 3],
    ["a page", { text: "<html>" }, "<html>"],
    ["half of JSON", { text: '{"a":' }, '{"a":'],
  ])("is %s", async (_, reply, body) => {
    const { url } = await start([reply]);
    expect((await callsTo(url).send(get)).body).toEqual(body);
  });

  test("has its status, its headers and the address that gave it", async () => {
    const { url } = await start([{ status: 201, headers: { ETag: '"e"', "X-Two": "2" }, json: {} }]);
    expect(await callsTo(url, { apiVersion: "1" }).send(get)).toMatchObject({
      status: 201,
      headers: { etag: '"e"', "x-two": "2" },
      url: `${url}/a?api-version=1`,
    });
  });

  test("that is no object is asked for again, then an error: it never counts as not there", async () => {
    const { url, got } = await start([{ text: "<html>" }, { text: '{"half' }, { status: 204 }, { json: { a: 1 } }]);
    expect((await readObject(callsTo(url), get)).body).toEqual({ a: 1 });
    expect(got).toHaveLength(4);
    const page = await start([{ text: "<html>" }]);
    await expect(readObject(callsTo(page.url), get)).rejects.toThrow("GET /a answered 200 without a JSON object");
  });

  test("that is asked for may have any status", async () => {
    const { url } = await start([refused(404), refused(503)]);
    expect(await callsTo(url).send(call("GET", { accept: [404] }))).toMatchObject({ status: 404 });
    expect(await callsTo(url).send(call("GET", { accept: [503] }))).toMatchObject({ status: 503 });
  });

  test("that refuses is an error without secrets", async () => {
    const { url } = await start([refused(400, { "x-ms-request-id": "r1" })]);
    await expect(callsTo(url).send(get)).rejects.toMatchObject({
      message: "GET /a answered 400 Refused: with [secret] (request r1)",
      status: 400,
      reason: "with [secret]",
    });
  });
});

describe("a refusal that passes", () => {
  test.each([429, 408, 500, 502, 503, 504])("%i is waited out", async (status) => {
    const { url, got } = await start([refused(status, { "retry-after": "0" }), ok]);
    const told: string[] = [];
    expect((await callsTo(url, { told }).send(call("PUT", { body: {} }))).status).toBe(200);
    expect(got).toHaveLength(2);
    expect(told).toEqual([expect.stringContaining(`the test service answered ${status}`)]);
  });

  test.each<[string, (until: number) => Record<string, string>]>([
    ["seconds", () => ({ "retry-after": "1" })],
    ["a date", (until) => ({ "retry-after": new Date(until + 1000).toUTCString() })],
    ["milliseconds", () => ({ "retry-after-ms": "1000" })],
  ])("is not asked again before its Retry-After has passed: %s", async (_, headers) => {
    let until = 0;
    const { url, got } = await start((one, count) => {
      if (count > 1) return ok;
      until = one.at + 1000;
      return refused(429, headers(until));
    });
    await callsTo(url).send(get);
    expect(got).toHaveLength(2);
    expect(got[1]!.at).toBeGreaterThanOrEqual(until);
  });

  test("ends with the service's own words when the time does not allow to wait", async () => {
    const { url, got } = await start([refused(429, { "retry-after": "60" })]);
    await expect(callsTo(url, { seconds: 5 }).send(get)).rejects.toThrow(/answered 429 Refused/);
    expect(got).toHaveLength(1);
  });

  test("other refusals are told at once", async () => {
    for (const status of [400, 403, 404, 409, 412, 422, 501]) {
      const { url, got } = await start([refused(status)]);
      await expect(callsTo(url).send(get)).rejects.toThrow(`answered ${status}`);
      expect(got).toHaveLength(1);
    }
  });

  test("holds back all calls to the host, and they do not wake together", async () => {
    const { url, got } = await start((_, count) => (count === 1 ? refused(429, { "retry-after": "1" }) : ok));
    const told: string[] = [];
    const http = callsTo(url, { told });
    const first = http.send(get);
    await until(() => told.length === 1);
    await Promise.all([
      first,
      ...Array.from({ length: 4 }, (_, index) => http.send(call("GET", { path: `/${index}` }))),
    ]);
    const times = got.map(({ at }) => at);
    expect(times.slice(1).every((at) => at >= times[0]! + 950)).toBe(true);
    expect(new Set(got.slice(1).map((one) => one.url)).size).toBe(5);
  });
});

describe("what is not idempotent", () => {
  test.each([408, 500, 502, 503, 504])("is not repeated after %i", async (status) => {
    const { url, got } = await start([refused(status, { "retry-after": "0" }), ok]);
    await expect(callsTo(url).send(post)).rejects.toThrow(`answered ${status}`);
    expect(got).toHaveLength(1);
  });

  test("is not repeated when the connection breaks after it was sent, and the error says what is not known", async () => {
    const { url, got } = await start(["drop", ok]);
    await expect(callsTo(url).send(post)).rejects.toMatchObject({
      name: "Error",
      message: expect.stringMatching(
        /^POST \/a: the test service at http.*gave no answer \(.*\); whether it did the work is not known\.$/,
      ),
    });
    expect(got).toHaveLength(1);
  });

  test.each([brokenOff, cutShort])("is not repeated when its answer breaks off", async (broken) => {
    const { url, got } = await start([broken, ok]);
    await expect(callsTo(url).send(post)).rejects.toThrow("whether it did the work is not known");
    expect(got).toHaveLength(1);
  });

  test("is repeated after a refusal that came before any work", async () => {
    const { url, got } = await start([refused(429, { "retry-after": "0" }), ok]);
    await callsTo(url).send(post);
    expect(got).toHaveLength(2);
  });

  test("may be told to be safe", async () => {
    const { url, got } = await start(["drop", refused(503, { "retry-after": "0" }), ok]);
    await callsTo(url).send(call("POST", { repeat: "always" }));
    expect(got).toHaveLength(3);
  });
});

describe("a connection that breaks", () => {
  test.each(["GET", "PUT", "DELETE", "PATCH"] as const)("before an answer: %s is repeated", async (method) => {
    const { url, got } = await start(["drop", ok]);
    expect((await callsTo(url).send(call(method))).status).toBe(200);
    expect(got).toHaveLength(2);
  });

  test.each([brokenOff, cutShort])(
    "in the middle of an answer: a GET is repeated, a write counts as done",
    async (broken) => {
      const { url, got } = await start([broken, ok]);
      expect((await callsTo(url).send(get)).body).toEqual({ ok: true });
      expect(got).toHaveLength(2);
      const other = await start([broken]);
      expect(await callsTo(other.url).send(call("PUT", { body: {} }))).toMatchObject({ status: 200, body: undefined });
      expect(other.got).toHaveLength(1);
    },
  );
});

describe("a service that cannot be reached", () => {
  test("is one clear error with the key and the variable to set, soon", async () => {
    const gone = await start([ok]);
    await gone.close();
    await expect(callsTo(gone.url, { seconds: 3 }).send(get)).rejects.toMatchObject({
      stack: "",
      message: expect.stringMatching(
        /^GET \/a: the test service at http:\/\/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\. Is it running\? Set its address with `pulumi config set mlplane:testEndpoint`, on the mlplane\.Provider, or as MLPLANE_TEST_ENDPOINT\.$/,
      ),
    });
  });

  test("is an error at once where another protocol is spoken", async () => {
    const other = createServer(
      (socket) => void socket.once("data", () => socket.end("220 mail.example.com ESMTP\r\n")),
    ).listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const refusal = await callsTo(`http://127.0.0.1:${port}`)
      .send(get)
      .catch((error: Error) => error.message);
    other.close();
    expect(refusal).toMatch(/^GET \/a: .* cannot be talked to \(.*\).*mlplane:testEndpoint/);
  });

  test("is an error at once where waiting does not help", async () => {
    const { url } = await start([ok]);
    await expect(callsTo(url.replace("http:", "https:")).send(get)).rejects.toThrow(
      /^GET \/a: .* cannot be talked to \(.*\).*mlplane:testEndpoint/,
    );
  });
});

describe("time", () => {
  test("that is over ends a call without an answer", async () => {
    const { url } = await start([() => {}]);
    await expect(callsTo(url, { seconds: 0.3 }).send(get)).rejects.toMatchObject({
      name: "TimeoutError",
      message: expect.stringContaining("gave no answer, and the time is over"),
    });
  });

  test("that is over ends an answer that trickles", async () => {
    const { url } = await start([
      (response) => {
        const drip = setInterval(() => response.write(" "), 50);
        response.on("close", () => clearInterval(drip));
      },
    ]);
    await expect(callsTo(url, { seconds: 0.4 }).send(get)).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("that is over before the call ends it before it is sent, and the calls after it go on", async () => {
    const { url, got } = await start([ok]);
    const pace = new Pace();
    for (let count = 0; count < 5; count++)
      await expect(callsTo(url, { pace: () => pace, seconds: -1 }).send(get)).rejects.toMatchObject({
        name: "TimeoutError",
      });
    expect(got).toEqual([]);
    await callsTo(url, { pace: () => pace }).send(get);
    expect(got).toHaveLength(1);
  });

  test("that is over ends a call that waits for its turn", async () => {
    const { url, got } = await start([refused(429, { "retry-after": "60" })]);
    const pace = new Pace();
    await expect(callsTo(url, { pace: () => pace }).send(get)).rejects.toThrow("answered 429");
    await expect(callsTo(url, { pace: () => pace, seconds: 0.2 }).send(get)).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(got).toHaveLength(1);
  });
});

test(
  "credentials are asked for when a call has its turn: they may expire while it waits; a call that gets none " +
    "gives its turn back",
  async () => {
    const { url } = await start([ok]);
    const pace = new Pace();
    const [first, second] = [await pace.turn(Infinity), await pace.turn(Infinity)];
    const authorize = jest.fn().mockRejectedValueOnce(new Error("no credentials")).mockResolvedValue({});
    const call = callsTo(url, { pace: () => pace, authorize }).send(get);
    await new Promise(setImmediate);
    expect(authorize).not.toHaveBeenCalled();
    first!.release();
    await expect(call).rejects.toThrow("no credentials");
    second!.release();
    expect(pace.idle).toBe(true);
  },
);

describe("what a service asks to wait", () => {
  const past = new Date(0).toUTCString();
  test.each(["0", "-1", "-0", past, "soon"])("is never less than the own back-off: %s", async (after) => {
    const { url, got } = await start((_, count) => (count < 3 ? refused(429, { "retry-after": after }) : ok));
    await callsTo(url).send(get);
    expect(got[1]!.at - got[0]!.at).toBeGreaterThanOrEqual(490);
    expect(got[2]!.at - got[1]!.at).toBeGreaterThanOrEqual(490);
  });

  test.each(["30", "3600", "1e99", "99999999999999999999", "Wed, 21 Oct 2199 07:28:00 GMT"])(
    "is told at once to those who cannot wait: %s",
    async (after) => {
      const { url, got } = await start([refused(429, { "retry-after": after }), ok]);
      const service = serviceAt(url);
      const calls = (seconds: number) => http(service, { deadline: performance.now() + seconds * 1000 });
      const first = calls(5).send(get);
      if (after === "1e99") await expect(first).resolves.toMatchObject({ status: 200 });
      else await expect(first).rejects.toThrow("answered 429 Refused: with [secret]");
      if (after === "30") {
        await expect(calls(5).send(get)).rejects.toThrow(/the time is over; the last refusal: GET \/a answered 429/);
        expect(got).toHaveLength(1);
      } else await expect(calls(5).send(get)).resolves.toMatchObject({ status: 200 });
    },
  );

  test("is named when the time is over", async () => {
    const slow: Reply = () => {};
    const { url } = await start([refused(503), slow]);
    await expect(callsTo(url, { seconds: 2 }).send(get)).rejects.toMatchObject({
      name: "TimeoutError",
      message: expect.stringMatching(/the time is over; the last refusal: GET \/a answered 503 Refused/),
    });
  });
});

test("an answer without end is an error", async () => {
  const part = Buffer.alloc(1_000_000, "1");
  const { url } = await start([
    (response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once("drain", more);
      };
      response.on("error", () => {});
      more();
    },
  ]);
  await expect(callsTo(url).send(get)).rejects.toThrow("GET /a answers with more than 100 MB");
});

describe("a 401", () => {
  const tokens = (): {
    asked: unknown[];
    authorize(refused?: Record<string, string>): Promise<Record<string, string>>;
  } => {
    const asked: unknown[] = [];
    return {
      asked,
      authorize: async (refusedOne) => (
        asked.push(refusedOne),
        { authorization: `Bearer t${refusedOne === undefined ? 1 : 2}` }
      ),
    };
  };

  test("renews the credentials once and repeats the call, a POST too", async () => {
    const { asked, authorize } = tokens();
    const { url, got } = await start(({ headers }) => (headers.authorization === "Bearer t2" ? ok : refused(401)));
    await callsTo(url, { authorize }).send(post);
    expect(got.map(({ headers }) => headers.authorization)).toEqual(["Bearer t1", "Bearer t2"]);
    expect(asked.slice(0, 2)).toEqual([undefined, { authorization: "Bearer t1" }]);
  });

  test("that stays is told", async () => {
    const { url, got } = await start([refused(401)]);
    await expect(
      callsTo(url, { ...tokens(), advice: ({ status }) => `advice for ${status}` }).send(get),
    ).rejects.toThrow(/answered 401 Refused.*\nadvice for 401$/);
    expect(got).toHaveLength(2);
  });

  test("is told at once when there are no other credentials", async () => {
    const { url, got } = await start([refused(401)]);
    await expect(callsTo(url).send(get)).rejects.toThrow("answered 401");
    expect(got).toHaveLength(1);
  });
});
