import * as pulumi from "@pulumi/pulumi";
import * as mlplane from "mlplane";

// The night that trains, which names its job and its model: `pulumi up --config night=2026-11-22`.
const night = new pulumi.Config().require("night");
const version = Number(night.split("-").join(""));

const id = (path: string) => `/subscriptions/sandbox/resourceGroups/sandbox/providers/${path}`;

const lab = new mlplane.ml.Workspace("nightly-lab", {
  location: "northeurope",
  storageAccount: id("Provider.Storage/storageAccounts/stnightly"),
  keyVault: id("Provider.KeyVault/vaults/kv-nightly"),
  applicationInsights: id("Provider.Insights/components/ai-nightly"),
  onDelete: "purge",
});
const workspace = lab.name;

const cluster = new mlplane.ml.Compute("nightly-cpu", {
  workspace,
  computeType: "AmlCompute",
  vmSize: "STANDARD_DS3_V2",
  vmPriority: "LowPriority",
  scaleSettings: { minNodeCount: 0, maxNodeCount: 8, nodeIdleTimeBeforeScaleDown: "PT2M" },
});

// Another night is another job: it takes the place of the last one in the stack, whose record stays in the workspace.
const training = new mlplane.ml.Job(
  "train",
  {
    workspace,
    name: `train-${night}`,
    jobType: "Command",
    compute: cluster.id,
    command: `python train.py --day ${night} --output models/fraud/${version}`,
    environment: pulumi.interpolate`${lab.id}/environments/sklearn/versions/5`,
    tags: { night },
    waitForCompletion: true,
    onDelete: "keep",
  },
  { customTimeouts: { create: "6h" } },
);

// So is its model: the versions of earlier nights stay registered.
const model = new mlplane.ml.Model(
  "fraud",
  {
    workspace,
    version,
    path: `azureml://datastores/models/paths/fraud/${version}`,
    tags: { job: training.name },
  },
  { dependsOn: training, retainOnDelete: true },
);

export const status = training.status;
export const modelId = model.resourceId;
