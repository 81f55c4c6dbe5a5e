import { http, type Call } from "../../provider/core/http";
import { cancelRun, timeOf } from "../../provider/core/time";
import { bearer } from "../../provider/core/token";
import { serviceAt, servers, until } from "./server";

/** In a file of its own: what is cancelled is the process. */

const start = servers();

test("no call leaves after the run is cancelled: those that wait, for their turn or as readings for an answer, end at once and say why", async () => {
  const slower = { error: { code: "TooMany", message: "slower" } };
  const { url, got } = await start([{ status: 429, headers: { "retry-after": "300" }, json: slower }]);
  const issuer = await start([{ json: { access_token: "t" } }]);
  const told: string[] = [];
  const service = serviceAt(url);
  const calls = http(service, timeOf(600_000), (text) => told.push(text));
  const ended = (call: Call): Promise<unknown> => calls.send(call).catch((error: Error) => error.message);
  const first = ended({ method: "PUT", path: "/first" });
  const silent = await start([() => {}]);
  const reading = http(serviceAt(silent.url), timeOf(600_000)).send({ method: "GET", path: "/silent" });
  await until(() => told.length > 0 && silent.got.length > 0);
  const others = [ended({ method: "PUT", path: "/second" }), ended({ method: "DELETE", path: "/third" })];
  cancelRun();
  await expect(reading).rejects.toThrow(/^The run was cancelled\. GET \/silent: .* gave no answer/);
  expect(await Promise.all([first, ...others])).toEqual(
    Array(3).fill(expect.stringMatching(/^The run was cancelled\. .*time is over.*429 TooMany: slower/s)),
  );
  const source = { issuer: serviceAt(issuer.url), path: () => "/token", form: () => ({}) };
  const late = http(serviceAt(issuer.url, { authorize: bearer(source, () => {}) }), timeOf(60_000));
  await expect(late.send({ method: "GET", path: "/late" })).rejects.toThrow(/^The run was cancelled\. /);
  expect(got.map((one) => one.url)).toEqual(["/first"]);
  expect(issuer.got).toEqual([]);
});
