import * as pulumi from "@pulumi/pulumi";
import * as mlplane from "mlplane";

const config = new pulumi.Config();
// The lab is that of another stack, for example of training-job.
const workspace = config.require("workspace");
const compute = config.require("compute");
// The night that trains, which names its job and its model: `pulumi up --config night=2026-11-22`.
const night = config.require("night");
const version = Number(night.split("-").join(""));

// Another night is another job: it takes the place of the last one in the stack, whose record stays in the workspace.
const training = new mlplane.ml.Job(
  "train",
  {
    workspace,
    name: `train-${night}`,
    jobType: "Command",
    compute,
    command: `python train.py --day ${night} --output models/fraud/${version}`,
    environment: "azureml://registries/shared/environments/sklearn/versions/5",
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
