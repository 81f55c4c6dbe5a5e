import * as pulumi from "@pulumi/pulumi";
import * as mlplane from "mlplane";

// Each run is a job of its own: `pulumi config set run 2` trains again and registers the next version.
const run = new pulumi.Config().getNumber("run") ?? 1;

const id = (path: string) => `/subscriptions/sandbox/resourceGroups/sandbox/providers/${path}`;

const lab = new mlplane.ml.Workspace("train-lab", {
  location: "northeurope",
  storageAccount: id("Provider.Storage/storageAccounts/sttrain"),
  keyVault: id("Provider.KeyVault/vaults/kv-train"),
  applicationInsights: id("Provider.Insights/components/ai-train"),
  onDelete: "purge",
});
export const workspace = lab.name;

const cluster = new mlplane.ml.Compute("train-cpu", {
  workspace,
  computeType: "AmlCompute",
  vmSize: "STANDARD_DS3_V2",
  vmPriority: "LowPriority",
  scaleSettings: { minNodeCount: 0, maxNodeCount: 8, nodeIdleTimeBeforeScaleDown: "PT2M" },
});

// An `up` goes on when the job has completed, and fails when the job fails.
const training = new mlplane.ml.Job(
  `train-${run}`,
  {
    workspace,
    jobType: "Command",
    compute: cluster.id,
    command: `python train.py --epochs 5 --output models/fraud/${run}`,
    environment: pulumi.interpolate`${lab.id}/environments/sklearn/versions/5`,
    tags: { purpose: "fraud" },
    waitForCompletion: true,
  },
  { customTimeouts: { create: "6h" } },
);

const model = new mlplane.ml.Model(
  "fraud",
  {
    workspace,
    version: run,
    path: `azureml://datastores/models/paths/fraud/${run}`,
    tags: { job: training.name },
  },
  { dependsOn: training },
);

export const status = training.status;
export const ended = training.endTime;
export const modelId = model.resourceId;
export const compute = cluster.id;
