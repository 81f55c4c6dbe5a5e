import { startSandbox, type Sandbox } from "../../sandbox";
import { mlplane } from "./command";
import { house } from "./house";
import { fields } from "./lab";
import { PythonStack } from "./python";

/** A stack of the classes for TypeScript is continued by a program in Python. */
jest.setTimeout(240_000);

let sandbox: Sandbox;
let stack: PythonStack;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 0 } });
  stack = await new PythonStack(sandbox.environment).init();
});
afterAll(async () => {
  stack?.stop();
  await sandbox?.close();
});

const runtime = (name: string): PythonStack => stack.write("Pulumi.yaml", `name: test\nruntime: ${name}\n`);

test("nothing is replaced, made anew or lost", async () => {
  runtime("nodejs");
  stack.write(
    "index.js",
    `const mlplane = require("mlplane"); const pulumi = require("@pulumi/pulumi"); ${house(0)}
    const other = new mlplane.Provider("other", { searchEndpoint: "${sandbox.url}", searchApiKey: pulumi.secret("sandbox") });
    class Team extends pulumi.ComponentResource { constructor(name) { super("test:team:Team", name);
      const options = { parent: this, provider: other };
      const index = new mlplane.search.Index("desks", { fields: ${JSON.stringify(fields)} }, options);
      new mlplane.search.Documents("texts", { index: index.name, documents: [{ id: "1", title: pulumi.secret("hush") }] }, options);
      new mlplane.search.Index("names", { name: "other-name", fields: ${JSON.stringify(fields)} }, { ...options, customTimeouts: { create: "5m" } });
    } }
    new Team("team");`,
  );
  await stack.ok("up", "--yes", "--skip-preview");
  const before = (await stack.state()).filter(({ type }) => type.includes("mlplane/"));
  sandbox.requests.length = 0;
  runtime("python");
  stack.program(`
workspace = mlplane.ml.Workspace("lab", tags={"form": "0"}, on_delete="purge", location="East US",
    storage_account="/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.Storage/storageAccounts/stlab",
    key_vault="/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.KeyVault/vaults/kv-lab",
    application_insights="/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.Insights/components/ai-lab").name
model = mlplane.ml.Model("fraud", workspace=workspace, version=1, path="models/fraud")
box = mlplane.ml.Compute("box", workspace=workspace, compute_type="AmlCompute", vm_size="Standard_DS3_v2",
    scale_settings={"min_node_count": 0, "max_node_count": 1, "node_idle_time_before_scale_down": "PT120S"})
mlplane.ml.Job("train-0", workspace=workspace, job_type="Command", compute=box.id, command="train", environment="/env")
endpoint = mlplane.ml.OnlineEndpoint("serve", workspace=workspace, compute=box.id, description="form 0").name
blue = mlplane.ml.OnlineDeployment("blue", workspace=workspace, endpoint=endpoint, model=model.resource_id,
    instance_type="Standard_DS3_v2", instance_count=1)
mlplane.ml.EndpointTraffic("split", workspace=workspace, endpoint=endpoint, traffic=[{"deployment": blue.name, "percent": 100}])

fields = [{"name": "id", "type": "Edm.String", "key": True}, {"name": "title", "type": "Edm.String", "searchable": True}]
index = mlplane.search.Index("products", fields=fields).name
mlplane.search.Documents("catalogue", index=index, documents=[
    {"id": "p1", "title": "Lamp 0"}, {"id": "p2", "title": "Desk"}, {"id": "n0", "title": "New"}])
source = mlplane.search.KnowledgeSource("ks", kind="searchIndex", description="form 0",
    search_index_parameters={"search_index_name": index, "source_data_fields": [{"name": "title"}]}).name
mlplane.search.KnowledgeBase("kb", knowledge_sources=[source], description="form 0")

cached = mlplane.local.CachedModel("tiny-chat-generic-cpu:3")
gpu = mlplane.local.GpuDevice("gpu", device_id=1)
mlplane.local.LoadedModel("chat", model=cached.name, ttl=600, opts=pulumi.ResourceOptions(depends_on=[gpu]))

other = mlplane.Provider("other", search_endpoint="${sandbox.url}", search_api_key=pulumi.Output.secret("sandbox"))

class Team(pulumi.ComponentResource):
    def __init__(self, name):
        super().__init__("test:team:Team", name)
        options = pulumi.ResourceOptions(parent=self, provider=other)
        fields = [{"name": "id", "type": "Edm.String", "key": True, "filterable": True}, {"name": "title", "type": "Edm.String", "searchable": True}]
        index = mlplane.search.Index("desks", fields=fields, opts=options)
        mlplane.search.Documents("texts", index=index.name, documents=[{"id": "1", "title": pulumi.Output.secret("hush")}], opts=options)
        mlplane.search.Index("names", name="other-name", fields=fields, opts=options)

Team("team")
`);
  const steps = await stack.steps();
  expect(steps.filter(({ op }) => op !== "same")).toEqual([]);
  await stack.ok("up", "--yes", "--skip-preview");
  const after = await stack.resources();
  expect(sandbox.requests).toEqual([]);
  expect(before.length).toBe(17);
  expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  await stack.settled();
  expect(await mlplane(stack, ["drift"])).toMatchObject({ status: 0 });
  await stack.ok("destroy", "--yes", "--skip-preview");
});
