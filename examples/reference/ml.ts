import * as mlplane from "mlplane";

const id = (path: string) => `/subscriptions/sandbox/resourceGroups/sandbox/providers/${path}`;

// #region Workspace
const lab = new mlplane.ml.Workspace("churn-lab", {
  location: "northeurope",
  tags: { team: "retention" },
  storageAccount: id("Provider.Storage/storageAccounts/stchurn"),
  keyVault: id("Provider.KeyVault/vaults/kv-churn"),
  applicationInsights: id("Provider.Insights/components/ai-churn"),
  onDelete: "purge",
});
// #endregion

const workspace = lab.name;

// #region Model
const churn = new mlplane.ml.Model("churn", {
  workspace,
  version: 3,
  path: "azureml://datastores/models/paths/churn/3/",
  tags: { stage: "live" },
});
// #endregion

// #region Compute
const machines = new mlplane.ml.Compute("cpu", {
  workspace,
  computeType: "AmlCompute",
  vmSize: "STANDARD_DS3_V2",
  scaleSettings: { minNodeCount: 0, maxNodeCount: 4, nodeIdleTimeBeforeScaleDown: "PT10M" },
});
// #endregion

// #region OnlineEndpoint
const endpoint = new mlplane.ml.OnlineEndpoint("churn-live", {
  workspace,
  compute: machines.id,
  description: "Who is about to leave?",
});
// #endregion

// #region OnlineDeployment
const blue = new mlplane.ml.OnlineDeployment("blue", {
  workspace,
  endpoint: endpoint.name,
  model: churn.resourceId,
  instanceType: "Standard_DS3_v2",
  instanceCount: 1,
  requestSettings: { requestTimeoutMs: 3000 },
});
// #endregion

// #region EndpointTraffic
const traffic = new mlplane.ml.EndpointTraffic("churn-live", {
  workspace,
  endpoint: endpoint.name,
  traffic: [{ deployment: blue.name, percent: 100 }],
  smokeTest: { request: { data: [[1, 2]] }, samples: 5 },
});
// #endregion

// #region Job
const training = new mlplane.ml.Job("train-churn", {
  workspace,
  jobType: "Command",
  displayName: "Nightly training",
  compute: machines.id,
  command: "python train.py --months 24",
  environment: id("Provider.MachineLearningServices/workspaces/churn-lab/environments/sklearn/versions/5"),
});
// #endregion

// #region listWorkspaces
export const workspaces = mlplane.ml
  .listWorkspacesOutput({}, { dependsOn: lab })
  .apply((all) => all.map(({ name }) => name));
// #endregion

// #region listModels
export const models = mlplane.ml
  .listModelsOutput({ workspace }, { dependsOn: churn })
  .apply((all) => all.map(({ modelId }) => modelId));
// #endregion

// #region listComputes
export const computes = mlplane.ml
  .listComputesOutput({ workspace }, { dependsOn: machines })
  .apply((all) => all.map(({ vmSize }) => vmSize));
// #endregion

// #region listJobs
export const jobs = mlplane.ml
  .listJobsOutput({ workspace }, { dependsOn: training })
  .apply((all) => all.map(({ name }) => name));
// #endregion

// #region getJob
export const jobType = mlplane.ml.getJobOutput({ workspace, name: training.name }).jobType;
// #endregion

// #region listEndpointKeys
export const key = mlplane.ml.listEndpointKeysOutput({ workspace, endpoint: endpoint.name }).primaryKey;
// #endregion

// #region getDeploymentLogs
export const logs = mlplane.ml.getDeploymentLogsOutput({
  workspace,
  endpoint: endpoint.name,
  deployment: blue.name,
  lines: 20,
});
// #endregion

// #region invokeEndpoint
export const answer = mlplane.ml.invokeEndpointOutput(
  { scoringUri: endpoint.scoringUri, key: endpoint.primaryKey.apply((primary) => primary!), body: { data: [[1, 2]] } },
  { dependsOn: traffic },
);
// #endregion

// #region recommendedThresholds
export const slowest = mlplane.ml.recommendedThresholds.requestLatencyP95Ms;
// #endregion
