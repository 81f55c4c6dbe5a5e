import { lab } from "./lab";

/** What a house in Python is made of, by the sandbox whose search service its second provider has. */
export interface House {
  form: number;
  other: string;
}

/**
 * A program in Python with resources of all services, in a component, under two providers, with secrets. From form 0 to
 * 1 all is edited in place, and from 1 to 2 something is replaced, with what stands on it.
 */
export const house = ({ form, other }: House): string => `
import json

form = ${form}
lab = json.loads("""${JSON.stringify({ ...lab, onDelete: undefined })}""")
secret = pulumi.Output.secret


class Serving(pulumi.ComponentResource):
    def __init__(self, name, opts=None):
        super().__init__("house:serving:Serving", name, None, opts)
        inside = pulumi.ResourceOptions(parent=self)
        self.workspace = mlplane.ml.Workspace(
            "lab",
            location=lab["location"],
            storage_account=lab["storageAccount"],
            key_vault=lab["keyVault"],
            application_insights=lab["applicationInsights"],
            on_delete=mlplane.ml.WorkspaceOnDelete.PURGE,
            tags={"form": str(form), "cost_center": secret("c-%d" % form)},
            opts=inside,
        )
        workspace = self.workspace.name
        model = mlplane.ml.Model(
            "fraud", workspace=workspace, version=2 if form == 2 else 1, path="models/fraud", opts=inside
        )
        box = mlplane.ml.Compute(
            "box",
            workspace=workspace,
            compute_type="AmlCompute",
            vm_size="Standard_DS3_v2",
            scale_settings=mlplane.ml.ComputeScaleSettingsArgs(
                min_node_count=0, max_node_count=1 + form, node_idle_time_before_scale_down="PT120S"
            ),
            opts=inside,
        )
        endpoint = mlplane.ml.OnlineEndpoint("serve", workspace=workspace, compute=box.id, opts=inside)
        self.key = endpoint.primary_key
        blue = mlplane.ml.OnlineDeployment(
            "blue",
            workspace=workspace,
            endpoint=endpoint.name,
            model=model.resource_id,
            instance_type="Standard_DS3_v2",
            instance_count=1,
            opts=inside,
        )
        mlplane.ml.EndpointTraffic(
            "split",
            workspace=workspace,
            endpoint=endpoint.name,
            traffic=[{"deployment": blue.name, "percent": 100}],
            opts=inside,
        )
        self.register_outputs({"workspace": workspace})


def fields(facetable):
    return [
        mlplane.search.IndexFieldArgs(name="id", type=mlplane.search.IndexFieldType.EDM_STRING, key=True),
        {"name": "title", "type": "Edm.String", "searchable": True, "facetable": facetable},
        {
            "name": "vector",
            "type": "Collection(Edm.Single)",
            "dimensions": 3,
            "vector_search_profile": "fast",
        },
    ]


def vectors(ef_search):
    algorithm = {"name": "graph", "kind": "hnsw", "hnsw_parameters": {"m": 4, "ef_search": ef_search}}
    return {"algorithms": [algorithm], "profiles": [{"name": "fast", "algorithm": "graph"}]}


def texts(index, name, opts=None):
    documents = [{"id": "1", "title": "Lamp %d" % form}, {"id": "2", "title": secret("Desk")}]
    return mlplane.search.Documents(name, index=index.name, documents=documents, opts=opts)


serving = Serving("serving")

index = mlplane.search.Index("products", fields=fields(form == 2), vector_search=vectors(300 + 100 * form))
catalogue = texts(index, "catalogue")
source = mlplane.search.KnowledgeSource(
    "source",
    kind="searchIndex",
    description="form %d" % form,
    search_index_parameters={"search_index_name": index.name, "source_data_fields": [{"name": "title"}]},
)
blob = mlplane.search.KnowledgeSource(
    "blob",
    kind="blob",
    blob_parameters={"connectionString": secret("AccountKey=hush"), "containerName": "texts"},
)
mlplane.search.KnowledgeBase("base", knowledge_sources=[source.name, blob.name])

second = mlplane.Provider("second", search_endpoint="${other}", search_api_key=secret("sandbox"))
elsewhere = pulumi.ResourceOptions(provider=second)
texts(mlplane.search.Index("theirs", fields=fields(False), vector_search=vectors(500), opts=elsewhere), "others", elsewhere)

cached = mlplane.local.CachedModel("tiny-chat-generic-cpu:3", token=secret("hush-token"))
gpu = mlplane.local.GpuDevice("gpu", device_id=form)
chat = mlplane.local.LoadedModel("chat", model=cached.name, ttl=600, opts=pulumi.ResourceOptions(depends_on=[gpu]))

hits = mlplane.search.search_documents_output(index=catalogue.index, search="*", filter="id eq '1'")
pulumi.export("title", hits.value.apply(lambda all: [one.document["title"] for one in all]))
answer = mlplane.local.chat_completion_output(
    model=chat.id, messages=[{"role": "user", "content": "hello"}], max_tokens=5
)
pulumi.export("answer", answer.choices.apply(lambda all: all[0]["message"]["role"]))
pulumi.export("key", serving.key)
pulumi.export("form", form)
`;
