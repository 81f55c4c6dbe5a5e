import { create, update } from "../../provider/faces/dynamic";
import { canonical } from "../../provider/core/canonical";
import { jsonOf, parseJson, sayable } from "../../provider/core/json";
import { servers, type Reply } from "./server";
import { connectionTo, thing } from "./thing";

const start = servers();
const long = "9007199254740993";

test.each([
  [`{"a":${long},"b":[-${long},1],"c":{"${long}":"${long} and \\"${long}\\\\"}}`],
  [`[1234567890123456,0.123456789012345,12345678901234567890123,1152921504606846976]`],
  [`{"__proto__":{"constructor":${long}},"":[null,true,"\\\\",${long}]}`],
])("integers that no number holds come and go digit for digit: %s", (text) => {
  expect(jsonOf(parseJson(text))).toBe(text);
});

test("beyond 2^53 every integer is exact, also one that a number happens to hold", () => {
  const all = [9007199254740992n, -9007199254740992n, 1152921504606846976n];
  expect(parseJson(`[${all.join()}]`)).toEqual(all);
});

test("all that a number holds is one, and what is no JSON is told as ever", () => {
  expect(parseJson(`[9007199254740991, 1.5, ${long}.5, 1${"0".repeat(400)}]`)).toEqual([
    Number.MAX_SAFE_INTEGER,
    1.5,
    Number(`${long}.5`),
    Infinity,
  ]);
  for (const text of [`{"a":${long}`, `[${long} "b"]`, `-${long}-1`, `0${long}`, `["${long}`])
    expect(() => parseJson(text)).toThrow(SyntaxError);
  expect(canonical(parseJson(`{"b":${long},"a":1}`))).toBe(`{"a":1,"b":${long}}`);
  expect(sayable(parseJson(`{"a":[${long},1]}`))).toEqual({ a: [long, 1] });
});

test("an update gives back integers of others as they are, whatever their size", async () => {
  let record = `{"name":"a","size":1,"theirs":{"revision":${long},"list":[{"at":-${long}}]}}`;
  const answer = (): Reply => ({ text: record, headers: { "content-type": "application/json" } });
  const server = await start(({ method, body }) => {
    if (method === "PUT") record = body;
    return answer();
  });
  const connection = connectionTo(server);
  await create(thing(), { name: "a", size: 1, adopt: "identical" }, connection);
  await update(thing(), "/things/a", { name: "a", size: 1 }, { name: "a", size: 2 }, connection);
  expect(record).toContain(`"revision":${long},"list":[{"at":-${long}}]`);
  expect(record).toContain('"size":2');
});
