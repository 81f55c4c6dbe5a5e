import * as z from "zod";
import { InitFailedError } from "../../provider/core/errors";
import { defineResource } from "../../provider/core/resource";
import { resources } from "../../provider/resources";
import { resourceClass } from "../../sdk/resource";

/** The package with one resource more, in whose create happens what its argument names. */
export { provider } from "../../provider/runtime";

const throwing = (thrown: unknown): never => {
  throw thrown;
};
const odd = {
  none: undefined,
  nothing: null,
  date: new Date(0),
  bytes: Buffer.from("ab"),
  notANumber: NaN,
  large: 1n,
  call: () => {},
  deep: [undefined, { none: undefined }],
};
const happenings: Record<string, () => { id: string; inputs: object; outputs: object }> = {
  "throws undefined": () => throwing(undefined),
  "throws null": () => throwing(null),
  "throws text": () => throwing("only a text"),
  "throws an object": () => throwing({ message: "an object's message" }),
  "fails with odd values": () => throwing(new InitFailedError("half", ["half done"], { odd })),
  "gives odd values": () => ({ id: "odd", inputs: {}, outputs: { odd, undeclared: 1 } }),
};

const thing = defineResource({
  kind: "test:Thing",
  description: "Something that misbehaves.",
  idForm: "/{does}",
  requests: { create: "", refresh: "" },
  apis: [],
  inputs: z.object({ does: z.string() }),
  outputs: z.object({ odd: z.any() }),
  create: async ({ does }) => happenings[does]!() as never,
  read: async (id, _context, stored) => ({ id, inputs: stored, outputs: stored }),
  update: async (id, inputs) => ({ id, inputs, outputs: {} }),
  delete: async (id) => throwing(id === "odd" ? undefined : new TypeError("a bug")),
});
(resources as unknown[]).push(thing);

export const Thing = resourceClass("test:Thing");
