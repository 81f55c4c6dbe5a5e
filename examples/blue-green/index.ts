import * as pulumi from "@pulumi/pulumi";
import * as mlplane from "mlplane";

// How much of the live traffic the new version answers, in percent: `pulumi config set newShare 50`.
const newShare = new pulumi.Config().getNumber("newShare") ?? 10;

const id = (path: string) => `/subscriptions/sandbox/resourceGroups/sandbox/providers/${path}`;

const lab = new mlplane.ml.Workspace("fraud-lab", {
  location: "northeurope",
  storageAccount: id("Provider.Storage/storageAccounts/stfraud"),
  keyVault: id("Provider.KeyVault/vaults/kv-fraud"),
  applicationInsights: id("Provider.Insights/components/ai-fraud"),
  onDelete: "purge",
});
const workspace = lab.name;

const machines = new mlplane.ml.Compute("fraud-cpu", {
  workspace,
  computeType: "AmlCompute",
  vmSize: "STANDARD_DS3_V2",
  scaleSettings: { minNodeCount: 0, maxNodeCount: 4, nodeIdleTimeBeforeScaleDown: "PT10M" },
});

const endpoint = new mlplane.ml.OnlineEndpoint("fraud", {
  workspace,
  compute: machines.id,
  description: "Is this payment a fraud?",
});

/** A version of the model, and the deployment that serves it. */
const version = (name: string, number: number) => {
  const model = new mlplane.ml.Model(`fraud-${name}`, {
    workspace,
    name: "fraud",
    version: number,
    path: `azureml://datastores/models/paths/fraud/${number}`,
  });
  return new mlplane.ml.OnlineDeployment(name, {
    workspace,
    endpoint: endpoint.name,
    model: model.resourceId,
    instanceType: "Standard_DS3_v2",
    instanceCount: 1,
    requestSettings: { requestTimeoutMs: 3000 },
  });
};

const blue = version("blue", 1);
const green = version("green", 2);

// A deployment gains traffic only when it answers these requests well and in time.
const traffic = new mlplane.ml.EndpointTraffic("fraud", {
  workspace,
  endpoint: endpoint.name,
  traffic: [
    { deployment: blue.name, percent: 100 - newShare },
    { deployment: green.name, percent: newShare },
  ],
  smokeTest: { request: { data: [[1, 2, 3]] }, samples: 10 },
});

const answer = mlplane.ml.invokeEndpointOutput(
  { scoringUri: endpoint.scoringUri, key: endpoint.primaryKey.apply((key) => key!), body: { data: [[1, 2, 3]] } },
  { dependsOn: traffic },
);

export const scoringUri = endpoint.scoringUri;
export const key = endpoint.primaryKey;
// secret because the key is
export const prediction = pulumi.unsecret(answer).apply((body) => (body as { predictions: unknown[] }).predictions[0]);
