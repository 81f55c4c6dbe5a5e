import { P } from "../sandbox/mlClient";
import { lamps, stock } from "../sandbox/searchCalls";
import type { SandboxProcess } from "./process";

const lab = `${P}/workspaces/vision-lab`;

/** Something in every service: what the views of the page have to show. */
export async function furnish(sandbox: SandboxProcess): Promise<void> {
  const form = { grant_type: "client_credentials", client_id: "sandbox", client_secret: "sandbox" };
  const body = new URLSearchParams({ ...form, resource: sandbox.url });
  const answer = await fetch(`${sandbox.url}/sandbox/oauth2/token`, { method: "POST", body });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const put = async (path: string, value: object): Promise<void> => {
    const version = /\/(onlineEndpoints|jobs)/.test(path) ? "2024-04-01" : "2023-10-01";
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const call = (method: string): Promise<Response> =>
      fetch(`${sandbox.url}${path}?api-version=${version}`, {
        method,
        headers,
        ...(method === "PUT" && { body: JSON.stringify(value) }),
      });
    const { status } = await call("PUT");
    if (status >= 400) throw new Error(`${path} answered ${status}`);
    for (let poll = 0; poll < 4; poll++) await call("GET");
  };
  const properties = { storageAccount: "/storage", keyVault: "/vault", applicationInsights: "/insights" };
  await put(lab, { location: "eastus", properties });
  const scaleSettings = { minNodeCount: 0, maxNodeCount: 4, nodeIdleTimeBeforeScaleDown: "PT120S" };
  const compute = { computeType: "AmlCompute", properties: { vmSize: "Standard_DS3_v2", scaleSettings } };
  await put(`${lab}/computes/cpu-cluster`, { location: "eastus", properties: compute });
  for (const version of [1, 2])
    await put(`/modelmanagement/v1.0${lab}/models/resnet:${version}`, {
      name: "resnet",
      version,
      path: `store/resnet-${version}`,
    });
  const chat = `${lab}/onlineEndpoints/vision`;
  const endpoint = {
    authMode: "Key",
    compute: "/computes/cpu",
    keys: { primaryKey: "p-hush", secondaryKey: "s-hush" },
  };
  await put(chat, { name: "vision", location: "eastus", properties: endpoint });
  for (const [name, version] of [
    ["blue", 1],
    ["green", 2],
    ["canary", 2],
  ] as const)
    await put(`${chat}/deployments/${name}`, {
      model: `azureml:resnet:${version}`,
      instanceType: "Standard_DS3_v2",
      instanceCount: version,
    });
  const traffic = { traffic: { blue: 70, green: 30 }, mirrorTraffic: { canary: 10 } };
  await put(chat, { name: "vision", location: "eastus", properties: { ...endpoint, ...traffic } });
  const job = {
    jobType: "Command",
    compute: `${lab}/computes/cpu-cluster`,
    command: "python train.py",
    environment: "env:1",
  };
  await put(`${lab}/jobs/train-resnet`, { properties: job });
  await put(`${lab}/jobs/train-broken`, { properties: { ...job, command: "exit 1" } });

  await sandbox.search("POST", "/indexes", lamps);
  await sandbox.search("POST", "/indexes/lamps/docs/index", { value: [...stock, ...more] });
  await sandbox.search("POST", "/indexes", { ...lamps, name: "archive" });
  const source = (name: string, searchIndexName: string): Promise<Response> =>
    sandbox.search("POST", "/knowledgesources", {
      name,
      kind: "searchIndex",
      searchIndexParameters: { searchIndexName },
    });
  await source("lamp-texts", "lamps");
  await source("old-texts", "archive");
  await sandbox.search("POST", "/knowledgesources", { name: "news", kind: "web", webParameters: {} });
  const synthesis = { resourceUri: "https://chat.example", deploymentId: "chat", modelName: "chat" };
  await sandbox.search("POST", "/knowledgebases", {
    name: "advisor",
    knowledgeSources: ["lamp-texts", "news"],
    outputMode: "answerSynthesis",
    answerSynthesisConfiguration: synthesis,
  });
  await sandbox.search("POST", "/knowledgebases", { name: "historian", knowledgeSources: ["old-texts", "lamp-texts"] });

  for (const name of ["tiny-chat-generic-cpu:3", "mini-embed-cpu:1"]) {
    const [displayName, version] = name.split(":");
    const model = { Name: name, Uri: `hub://registry/${displayName}/${version}` };
    const ProviderType = name.startsWith("mini") ? "ModelHub" : "VendorLocal";
    const download = JSON.stringify({ model: { ...model, ProviderType } });
    await (await fetch(`${sandbox.url}/compat/download`, { method: "POST", body: download })).text();
  }
  await fetch(`${sandbox.url}/compat/load/tiny-chat-generic-cpu:3?ttl=3600`);
}

/** Further documents, so that scores differ. */
const more = ["Brass reading lamp", "Paper lantern", "Garden light", "Oak shelf"].map((title, at) => ({
  id: `m${at}`,
  title,
  text: `${title}: a lamp for every room. Made to last, with a cable of two metres.`,
  price: 10 * (at + 2),
  tags: ["home"],
  vec: [Math.cos(at), Math.sin(at), at / 10],
}));
