import pulumi
import pulumi_mlplane as mlplane

# An edit that the service does not make in place, such as another type for `price`, replaces base, source, documents
# and index in the right order, in one `pulumi up`; the preview says which edit forces it.
lamps = mlplane.search.Index(
    "lamps",
    fields=[
        {"name": "id", "type": "Edm.String", "key": True},
        {"name": "title", "type": "Edm.String", "searchable": True},
        {"name": "room", "type": "Edm.String", "filterable": True},
        {"name": "price", "type": "Edm.Int32", "filterable": True, "sortable": True},
        {"name": "text", "type": "Edm.String", "searchable": True},
    ],
    suggesters=[{"name": "titles", "source_fields": ["title"]}],
    semantic={
        "default_configuration": "text",
        "configurations": [
            {
                "name": "text",
                "prioritized_fields": {
                    "title_field": {"field_name": "title"},
                    "prioritized_content_fields": [{"field_name": "text"}],
                },
            },
        ],
    },
)

# The file may hold any number of documents: changed lines are sent again, removed ones deleted.
catalogue = mlplane.search.Documents("lamps", index=lamps.name, documents=pulumi.FileAsset("lamps.jsonl"))

source = mlplane.search.KnowledgeSource(
    "lamps",
    kind="searchIndex",
    description="What the catalogue says of each lamp.",
    search_index_parameters={"search_index_name": lamps.name, "source_data_fields": [{"name": "text"}]},
)

advisor = mlplane.search.KnowledgeBase(
    "lamp-advisor",
    knowledge_sources=[source.name],
    output_mode="answerSynthesis",
    answer_synthesis_configuration={
        "resource_uri": "https://language.example.com",
        "deployment_id": "chat",
        "model_name": "chat",
    },
)

# Asked when the documents are there; in a preview before that, the answer is not known yet.
there = pulumi.InvokeOutputOptions(depends_on=[catalogue])
reply = mlplane.search.query_knowledge_base_output(
    knowledge_base=advisor.name,
    query="Which lamp can stand in the rain, outdoors?",
    max_results=3,
    opts=there,
)
affordable = mlplane.search.search_documents_output(
    index=lamps.name, search="*", filter="price lt 60", orderby="price", select="title", opts=there
)

pulumi.export("documents", catalogue.count)
pulumi.export("answer", reply.answer)
pulumi.export("sources", reply.sources.apply(lambda sources: [source.id for source in sources]))
pulumi.export("below60", affordable.value.apply(lambda hits: [hit.document["title"] for hit in hits]))
