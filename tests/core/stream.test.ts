import type { Call } from "../../provider/core/http";
import { brokenOff, callsTo, servers, until } from "./server";

const start = servers();
const get: Call = { method: "GET", path: "/a" };
const post: Call = { method: "POST", path: "/a", body: {} };

describe("a stream", () => {
  test("gives texts as they come, whole characters only", async () => {
    const bytes = Buffer.from("a ü 😀 z");
    const { url } = await start([
      (response) => {
        response.writeHead(200);
        for (const byte of bytes) response.write(Buffer.from([byte]));
        response.end();
      },
    ]);
    let text = "";
    for await (const bit of await callsTo(url).stream(get)) text += bit;
    expect(text).toBe("a ü 😀 z");
  });

  test("that is left closes its connection", async () => {
    let closed = false;
    const { url } = await start([
      (response) => {
        response.write("first");
        response.on("close", () => (closed = true));
      },
    ]);
    for await (const bit of await callsTo(url).stream(get)) {
      expect(bit).toBe("first");
      break;
    }
    await until(() => closed);
  });

  test("that breaks off says so; one that is refused is an error", async () => {
    const { url } = await start([brokenOff, { status: 400, json: { error: { code: "Refused" } } }]);
    const read = async (): Promise<void> => {
      for await (const _ of await callsTo(url).stream(post)) void _;
    };
    await expect(read()).rejects.toThrow(/broke off its answer/);
    await expect(read()).rejects.toThrow("answered 400 Refused");
  });
});
