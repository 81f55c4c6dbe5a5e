import pulumi
import pulumi_mlplane as mlplane


def resource_id(path):
    return f"/subscriptions/sandbox/resourceGroups/sandbox/providers/{path}"


# region Workspace
lab = mlplane.ml.Workspace(
    "churn-lab",
    location="northeurope",
    tags={"team": "retention"},
    storage_account=resource_id("Provider.Storage/storageAccounts/stchurn"),
    key_vault=resource_id("Provider.KeyVault/vaults/kv-churn"),
    application_insights=resource_id("Provider.Insights/components/ai-churn"),
    on_delete="purge",
)
# endregion

workspace = lab.name

# region Model
churn = mlplane.ml.Model(
    "churn",
    workspace=workspace,
    version=3,
    path="azureml://datastores/models/paths/churn/3/",
    tags={"stage": "live"},
)
# endregion

# region Compute
machines = mlplane.ml.Compute(
    "cpu",
    workspace=workspace,
    compute_type="AmlCompute",
    vm_size="STANDARD_DS3_V2",
    scale_settings={"min_node_count": 0, "max_node_count": 4, "node_idle_time_before_scale_down": "PT10M"},
)
# endregion

# region OnlineEndpoint
endpoint = mlplane.ml.OnlineEndpoint(
    "churn-live", workspace=workspace, compute=machines.id, description="Who is about to leave?"
)
# endregion

# region OnlineDeployment
blue = mlplane.ml.OnlineDeployment(
    "blue",
    workspace=workspace,
    endpoint=endpoint.name,
    model=churn.resource_id,
    instance_type="Standard_DS3_v2",
    instance_count=1,
    request_settings={"request_timeout_ms": 3000},
)
# endregion

# region EndpointTraffic
traffic = mlplane.ml.EndpointTraffic(
    "churn-live",
    workspace=workspace,
    endpoint=endpoint.name,
    traffic=[{"deployment": blue.name, "percent": 100}],
    smoke_test={"request": {"data": [[1, 2]]}, "samples": 5},
)
# endregion

# region Job
training = mlplane.ml.Job(
    "train-churn",
    workspace=workspace,
    job_type="Command",
    display_name="Nightly training",
    compute=machines.id,
    command="python train.py --months 24",
    environment=resource_id(
        "Provider.MachineLearningServices/workspaces/churn-lab/environments/sklearn/versions/5"
    ),
)
# endregion

# region listWorkspaces
workspaces = mlplane.ml.list_workspaces_output(opts=pulumi.InvokeOutputOptions(depends_on=[lab])).result.apply(
    lambda found: [one.name for one in found]
)
# endregion

# region listModels
models = mlplane.ml.list_models_output(
    workspace=workspace, opts=pulumi.InvokeOutputOptions(depends_on=[churn])
).result.apply(lambda found: [one.model_id for one in found])
# endregion

# region listComputes
computes = mlplane.ml.list_computes_output(
    workspace=workspace, opts=pulumi.InvokeOutputOptions(depends_on=[machines])
).result.apply(lambda found: [one.vm_size for one in found])
# endregion

# region listJobs
jobs = mlplane.ml.list_jobs_output(
    workspace=workspace, opts=pulumi.InvokeOutputOptions(depends_on=[training])
).result.apply(lambda found: [one.name for one in found])
# endregion

# region getJob
job_type = mlplane.ml.get_job_output(workspace=workspace, name=training.name).job_type
# endregion

# region listEndpointKeys
key = mlplane.ml.list_endpoint_keys_output(workspace=workspace, endpoint=endpoint.name).primary_key
# endregion

# region regenerateEndpointKey
# In a preview, there is no result.
new_key = mlplane.ml.regenerate_endpoint_key_output(
    workspace=workspace,
    endpoint=endpoint.name,
    key_type="secondary",
    opts=pulumi.InvokeOutputOptions(depends_on=[traffic]),
).secondary_key
# endregion

# region getDeploymentLogs
logs = mlplane.ml.get_deployment_logs_output(
    workspace=workspace, endpoint=endpoint.name, deployment=blue.name, lines=20
).result
# endregion

# region invokeEndpoint
answer = mlplane.ml.invoke_endpoint_output(
    scoring_uri=endpoint.scoring_uri,
    key=endpoint.primary_key,
    body={"data": [[1, 2]]},
    opts=pulumi.InvokeOutputOptions(depends_on=[traffic]),
).result
# endregion

# region startAgentRun
run = mlplane.ml.start_agent_run_output(
    assistant_id="asst_1", messages=[{"role": "user", "content": "Who is about to leave?"}]
)
# endregion

outputs = {
    "workspaces": workspaces,
    "models": models,
    "computes": computes,
    "jobs": jobs,
    "jobType": job_type,
    "key": key,
    "newKey": new_key,
    "logs": logs,
    "answer": answer,
    "run": run.status,
}
