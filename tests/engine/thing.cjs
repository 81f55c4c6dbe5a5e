// Loaded into every Node.js process of a stack, this adds a resource to the installed package: in a create happens what its argument names.
const { join } = require("node:path");

const installed = join(process.env.ENGINE_HOME, "node_modules");
const dist = (name) => require(join(installed, "mlplane/dist", name));
const z = require(join(installed, "zod"));

const throwing = (thrown) => {
  throw thrown;
};
const odd = { none: undefined, nothing: null, date: new Date(0), bytes: Buffer.from("ab"), notANumber: NaN, large: 1n, call: () => {}, deep: [undefined, { none: undefined }] };
const happenings = {
  "throws undefined": () => throwing(undefined),
  "throws null": () => throwing(null),
  "throws text": () => throwing("only a text"),
  "throws an object": () => throwing({ message: "an object's message" }),
  "fails with odd values": () => throwing(new (dist("provider/core/errors").InitFailedError)("half", ["half done"], { odd })),
  "gives odd values": () => ({ id: "odd", inputs: {}, outputs: { odd, undeclared: 1 } }),
};

const thing = dist("provider/core/resource").defineResource({
  kind: "test:Thing",
  description: "Something that misbehaves.",
  apis: [],
  inputs: z.object({ does: z.string() }),
  outputs: z.object({ odd: z.any() }),
  create: async ({ does }) => happenings[does](),
  read: async (id, _context, stored) => ({ id, inputs: stored, outputs: stored }),
  update: async (id, inputs) => ({ id, inputs, outputs: {} }),
  delete: async (id) => throwing(id === "odd" ? undefined : new TypeError("a bug")),
});

if (!dist("provider/resources").resources.includes(thing)) dist("provider/resources").resources.push(thing);
module.exports = { happenings: Object.keys(happenings), Thing: dist("sdk/resource").resourceClass(thing) };
