import type { Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { lab, workspaceId } from "./lab";

/** How many forms the program of `house` has. */
export const forms = 3;

/**
 * A program with every kind of resource, as they belong together. From form to form there is something of everything:
 * new and removed resources, changes in place and replacements with all that stands on what is replaced.
 */
export const house = (form: number): string => `
  const form = ${form};
  const workspace = new mlplane.ml.Workspace("lab", { ...${JSON.stringify(lab)}, tags: { form: String(form) } }).name;
  const model = new mlplane.ml.Model("fraud", { workspace, version: 1 + form, path: "models/fraud" });
  const box = new mlplane.ml.Compute("box", { workspace, computeType: "AmlCompute", vmSize: form === 2 ? "Standard_F4s_v2" : "Standard_DS3_v2", scaleSettings: { minNodeCount: 0, maxNodeCount: 1 + form, nodeIdleTimeBeforeScaleDown: "PT120S" } });
  new mlplane.ml.Job("train-" + form, { workspace, jobType: "Command", compute: box.id, command: "train", environment: "/env" });
  const endpoint = new mlplane.ml.OnlineEndpoint("serve", { workspace, compute: box.id, description: "form " + form }).name;
  const serving = { workspace, endpoint, model: model.resourceId, instanceType: "Standard_DS3_v2" };
  const blue = new mlplane.ml.OnlineDeployment("blue", { ...serving, instanceCount: 1 + form });
  const green = form === 1 ? [new mlplane.ml.OnlineDeployment("green", { ...serving, instanceCount: 1 })] : [];
  const traffic = [{ deployment: blue.name, percent: 100 - 10 * green.length }, ...green.map(({ name }) => ({ deployment: name, percent: 10 }))];
  new mlplane.ml.EndpointTraffic("split", { workspace, endpoint, traffic });

  const fields = [{ name: "id", type: "Edm.String", key: true }, { name: "title", type: "Edm.String", searchable: true }];
  const index = new mlplane.search.Index("products", { fields: [...fields, ...(form === 1 ? [{ name: "stock", type: "Edm.Int32" }] : [])] }).name;
  new mlplane.search.Documents("catalogue", { index, documents: [{ id: "p1", title: "Lamp " + form }, { id: "p2", title: "Desk" }, { id: "n" + form, title: "New" }] });
  const source = new mlplane.search.KnowledgeSource("ks", { kind: "searchIndex", description: "form " + form, searchIndexParameters: { searchIndexName: index, sourceDataFields: [{ name: "title" }] } }).name;
  new mlplane.search.KnowledgeBase("kb", { knowledgeSources: [source], description: "form " + form });

  const cached = new mlplane.local.CachedModel("tiny-chat-generic-cpu:3");
  const gpu = new mlplane.local.GpuDevice("gpu", { deviceId: 1 + form });
  new mlplane.local.LoadedModel("chat", { model: cached.name, ttl: 600 + form }, { dependsOn: gpu });
`;

/** What the services have of a house, once they show no old values any more. */
export async function contents(sandbox: Sandbox): Promise<unknown[]> {
  const service = outside(sandbox);
  const lists = [
    workspaceId("").replace(/\/$/, ""),
    "/indexes",
    "/knowledgesources",
    "/knowledgebases",
    "/compat/loadedmodels",
  ];
  const look = (): Promise<unknown[]> => Promise.all(lists.map((path) => service.send("GET", path)));
  for (let looks = 0; looks < sandbox.behaviour.staleReads; looks++) await look();
  return (await look()).flatMap((list) => (Array.isArray(list) ? list : (list as { value: unknown[] }).value));
}

/** The keys of the endpoint `chat` of the workspace `lab`. */
export const keysOfChat = (sandbox: Sandbox): Promise<{ primaryKey: string; secondaryKey: string }> =>
  outside(sandbox).send("POST", `${workspaceId("lab")}/onlineEndpoints/chat/listKeys`) as Promise<never>;
