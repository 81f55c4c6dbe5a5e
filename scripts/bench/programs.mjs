// The programs that are measured.

const fields = `[{ name: "id", type: "Edm.String", key: true }]`;

/** The same resources in four ways: the engine's floor, this package, its plugin, and by hand with one request each. */
export const ways = {
  nothing: (/** @type {number} */ count) => `
const pulumi = require("@pulumi/pulumi");
const __provider = 'exports.handler=()=>require("./nothing.js")';
class Nothing extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic/bench:Nothing", name, { ...args, __provider }, { deleteBeforeReplace: true });
  }
}
for (let i = 0; i < ${count}; i++) new Nothing("index-" + i, { name: "index-" + i, fields: ${fields} });`,

  mlplane: (/** @type {number} */ count) => `
const mlplane = require("mlplane");
for (let i = 0; i < ${count}; i++) new mlplane.search.Index("index-" + i, { fields: ${fields} });`,

  plugin: (/** @type {number} */ count) => `
const pulumi = require("@pulumi/pulumi");
class Index extends pulumi.CustomResource {
  constructor(name, args) { super("mlplane:search:Index", name, args); }
}
for (let i = 0; i < ${count}; i++) new Index("index-" + i, { fields: ${fields} });`,

  byHand: (/** @type {number} */ count) => `
const pulumi = require("@pulumi/pulumi");
const url = process.env.MLPLANE_SEARCH_ENDPOINT;
const call = async (method, name, body) => {
  const answer = await fetch(url + "/indexes/" + name + "?api-version=2025-11-01-preview", {
    method,
    headers: { "api-key": "sandbox", "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(method + " " + name + " answered " + answer.status);
};
const provider = {
  async create(inputs) {
    await call("PUT", inputs.name, { name: inputs.name, fields: inputs.fields });
    return { id: inputs.name, outs: inputs };
  },
  async diff() { return { changes: false }; },
  async read(id, props) { await call("GET", id); return { id, props }; },
  async delete(id) { await call("DELETE", id); },
};
class Index extends pulumi.dynamic.Resource { constructor(name, args) { super(provider, name, args); } }
for (let i = 0; i < ${count}; i++) new Index("index-" + i, { name: "index-" + i, fields: ${fields} });`,
};

/** A thousand resources of the kinds that services list. */
export const mixed = `
const mlplane = require("mlplane");
const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const places = { location: "eastus", storageAccount: "/s", keyVault: "/k", applicationInsights: "/a" };
const workspace = new mlplane.ml.Workspace("lab", places).name;
const scaleSettings = { minNodeCount: 0, maxNodeCount: 1, nodeIdleTimeBeforeScaleDown: "PT120S" };
const box = { workspace, computeType: "AmlCompute", vmSize: "Standard_DS3_v2", scaleSettings };
many(299, (i) => new mlplane.ml.Compute("box-" + i, box));
const indexes = many(400, (i) => new mlplane.search.Index("index-" + i, { fields: ${fields} }).name);
const sourceOf = (searchIndexName) => ({ kind: "searchIndex", searchIndexParameters: { searchIndexName } });
const sources = many(200, (i) => new mlplane.search.KnowledgeSource("source-" + i, sourceOf(indexes[i])).name);
many(100, (i) => new mlplane.search.KnowledgeBase("base-" + i, { knowledgeSources: [sources[i]] }));`;
