import pulumi
import pulumi_mlplane as mlplane

# How much of the live traffic the new version answers, in percent: `pulumi config set newShare 50`.
new_share = pulumi.Config().get_int("newShare")
new_share = 10 if new_share is None else new_share


def resource_id(path):
    return f"/subscriptions/sandbox/resourceGroups/sandbox/providers/{path}"


lab = mlplane.ml.Workspace(
    "fraud-lab",
    location="northeurope",
    storage_account=resource_id("Provider.Storage/storageAccounts/stfraud"),
    key_vault=resource_id("Provider.KeyVault/vaults/kv-fraud"),
    application_insights=resource_id("Provider.Insights/components/ai-fraud"),
    on_delete="purge",
)
workspace = lab.name

machines = mlplane.ml.Compute(
    "fraud-cpu",
    workspace=workspace,
    compute_type="AmlCompute",
    vm_size="STANDARD_DS3_V2",
    scale_settings={"min_node_count": 0, "max_node_count": 4, "node_idle_time_before_scale_down": "PT10M"},
)

endpoint = mlplane.ml.OnlineEndpoint(
    "fraud", workspace=workspace, compute=machines.id, description="Is this payment a fraud?"
)


def version(name, number):
    """A version of the model, and the deployment that serves it."""
    model = mlplane.ml.Model(
        f"fraud-{name}",
        workspace=workspace,
        name="fraud",
        version=number,
        path=f"azureml://datastores/models/paths/fraud/{number}",
    )
    return mlplane.ml.OnlineDeployment(
        name,
        workspace=workspace,
        endpoint=endpoint.name,
        model=model.resource_id,
        instance_type="Standard_DS3_v2",
        instance_count=1,
        request_settings={"request_timeout_ms": 3000},
    )


blue = version("blue", 1)
green = version("green", 2)

# A deployment gains traffic only when it answers these requests well and in time.
traffic = mlplane.ml.EndpointTraffic(
    "fraud",
    workspace=workspace,
    endpoint=endpoint.name,
    traffic=[
        {"deployment": blue.name, "percent": 100 - new_share},
        {"deployment": green.name, "percent": new_share},
    ],
    smoke_test={"request": {"data": [[1, 2, 3]]}, "samples": 10},
)

answer = mlplane.ml.invoke_endpoint_output(
    scoring_uri=endpoint.scoring_uri,
    key=endpoint.primary_key,
    body={"data": [[1, 2, 3]]},
    opts=pulumi.InvokeOutputOptions(depends_on=[traffic]),
)

pulumi.export("scoringUri", endpoint.scoring_uri)
pulumi.export("key", endpoint.primary_key)
# secret because the key is
pulumi.export("prediction", pulumi.Output.unsecret(answer.result).apply(lambda body: body["predictions"][0]))
