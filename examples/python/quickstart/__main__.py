import pulumi
import pulumi_mlplane as mlplane


def resource_id(path):
    return f"/subscriptions/sandbox/resourceGroups/sandbox/providers/{path}"


lab = mlplane.ml.Workspace(
    "lamp-lab",
    location="northeurope",
    tags={"team": "lamps"},
    storage_account=resource_id("Provider.Storage/storageAccounts/stlamps"),
    key_vault=resource_id("Provider.KeyVault/vaults/kv-lamps"),
    application_insights=resource_id("Provider.Insights/components/ai-lamps"),
    on_delete="purge",
)

lamps = mlplane.search.Index(
    "lamps",
    fields=[
        {"name": "id", "type": "Edm.String", "key": True},
        {"name": "text", "type": "Edm.String", "searchable": True},
    ],
)

stock = mlplane.search.Documents(
    "lamps",
    index=lamps.name,
    documents=[
        {"id": "1", "text": "The Aurora lamp is blue and fits on a desk."},
        {"id": "2", "text": "The Borealis lamp is green and hangs from the ceiling."},
    ],
)

files = mlplane.local.CachedModel("tiny-chat-generic-cpu:3")
chat = mlplane.local.LoadedModel("chat", model=files.name, ttl=3600)

question = "Which lamp is blue?"
found = mlplane.search.search_documents_output(
    index=lamps.name, search=question, top=1, opts=pulumi.InvokeOutputOptions(depends_on=[stock])
)
reply = mlplane.local.chat_completion_output(
    model=chat.model,
    messages=[
        {
            "role": "system",
            "content": found.value.apply(lambda hits: " ".join(hit.document["text"] for hit in hits)),
        },
        {"role": "user", "content": question},
    ],
    opts=pulumi.InvokeOutputOptions(depends_on=[chat]),
)

pulumi.export("workspaceId", lab.workspace_id)
pulumi.export("answer", reply.choices.apply(lambda choices: choices[0]["message"]["content"]))
