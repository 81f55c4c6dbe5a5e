import { until } from "../../provider/core/until";
import { callsTo } from "./server";

const http = callsTo("http://127.0.0.1");

test("however little a wait waits, it looks again: on a slow machine one look takes longer than that", async () => {
  const look = async (late: boolean, looks: number) => (late ? { end: looks } : {});
  expect(await until(look, { http, what: "waiting", patience: 1 })).toBe(3);
  expect(await until(look, { http, what: "looking once", patience: 0 })).toBe(0);
});
