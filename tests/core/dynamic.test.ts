import { check, diff } from "../../provider/faces/dynamic";
import type { Bag } from "../../provider/core/wire";
import { connectionTo, thing } from "./thing";

/** What a dynamic resource carries for its provider. */

const connection = (): ReturnType<typeof connectionTo> =>
  connectionTo({ url: "http://127.0.0.1:9" } as Parameters<typeof connectionTo>[0]);
const hidden = { __provider: "text", __at: "x$", __timeouts: { create: "1m" }, __secrets: [["mode"]] };
const a = { name: "a", mode: "m", onDelete: "keep" };

test("a check gives hidden inputs back as they came, also beside a mistake", async () => {
  const news = { ...a, ...hidden };
  expect(await check(thing(), {}, news, connection())).toEqual({ inputs: news, failures: [] });
  const wrong = { ...news, size: "x" };
  expect((await check(thing(), {}, wrong, connection())).inputs).toBe(wrong);
});

test.each<[string, Bag, object]>([
  ["another text of the provider", { __provider: "newer" }, { changes: false }],
  ["only the time of a create", { __timeouts: { create: "1h" } }, { changes: false }],
  ["the time of a delete, which sees only what is stored", { __timeouts: { delete: "1h" } }, { changes: true }],
  ["an edit beside it", { __timeouts: { delete: "1h" }, mode: "n" }, { deleteBeforeReplace: true }],
])("%s", async (_, news, expected) => {
  expect(await diff(thing(), "/things/a", a, { ...a, ...news }, connection())).toEqual(expected);
});
