import pulumi
import pulumi_mlplane as mlplane

# region Index
products = mlplane.search.Index(
    "products",
    description="What the shop sells.",
    fields=[
        {"name": "id", "type": "Edm.String", "key": True},
        {"name": "title", "type": "Edm.String", "searchable": True},
        {"name": "price", "type": "Edm.Double", "filterable": True, "sortable": True},
    ],
    suggesters=[{"name": "titles", "source_fields": ["title"]}],
)
# endregion

# region Documents
stock = mlplane.search.Documents(
    "products",
    index=products.name,
    documents=[
        {"id": "1", "title": "A blue lamp for the desk", "price": 39},
        {"id": "2", "title": "A green lamp that hangs from the ceiling", "price": 79},
    ],
)
# endregion

# region KnowledgeSource
catalog = mlplane.search.KnowledgeSource(
    "catalog",
    kind="searchIndex",
    search_index_parameters={"search_index_name": products.name, "source_data_fields": [{"name": "title"}]},
)
# endregion

# region KnowledgeBase
support = mlplane.search.KnowledgeBase("support", knowledge_sources=[catalog.name], output_mode="rawContent")
# endregion

# region get
# Or the id of one that another stack owns: "/indexes/products".
shared = mlplane.search.Index.get("shared", products.id)
shared_fields = shared.fields.apply(lambda fields: [field.name for field in fields])
# endregion

# region searchDocuments
found = mlplane.search.search_documents_output(
    index=products.name,
    search="lamp",
    filter="price lt 50",
    opts=pulumi.InvokeOutputOptions(depends_on=[stock]),
)
cheap = found.value.apply(lambda hits: [hit.document["title"] for hit in hits])
# endregion

# region suggest
suggestions = mlplane.search.suggest_output(
    index=products.name,
    search="gre",
    suggester_name="titles",
    opts=pulumi.InvokeOutputOptions(depends_on=[stock]),
)
titles = suggestions.result.apply(lambda found: [one.text for one in found])
# endregion

# region getIndexStatistics
document_count = mlplane.search.get_index_statistics_output(
    index=products.name, opts=pulumi.InvokeOutputOptions(depends_on=[stock])
).document_count
# endregion

# region queryKnowledgeBase
answer = mlplane.search.query_knowledge_base_output(
    knowledge_base=support.name,
    query="Which lamp is green?",
    opts=pulumi.InvokeOutputOptions(depends_on=[stock]),
).answer
# endregion

# region uploadDocuments
uploaded = mlplane.search.upload_documents_output(
    index=products.name,
    actions=[
        {"action": "mergeOrUpload", "document": {"id": "3", "title": "A red lamp", "price": 19}},
        {"action": "delete", "document": {"id": "3"}},
    ],
    opts=pulumi.InvokeOutputOptions(depends_on=[stock]),
)
# In a preview, there is no result.
keys = uploaded.result.apply(lambda results: [one.key for one in results or []])
# endregion

# region listIndexes
indexes = mlplane.search.list_indexes_output(opts=pulumi.InvokeOutputOptions(depends_on=[products])).result.apply(
    lambda found: [index.name for index in found]
)
# endregion

# region listKnowledgeSources
sources = mlplane.search.list_knowledge_sources_output(
    opts=pulumi.InvokeOutputOptions(depends_on=[catalog])
).result.apply(lambda found: [source.kind for source in found])
# endregion

# region listKnowledgeBases
bases = mlplane.search.list_knowledge_bases_output(
    opts=pulumi.InvokeOutputOptions(depends_on=[support])
).result.apply(lambda found: [base.name for base in found])
# endregion

outputs = {
    "sharedFields": shared_fields,
    "cheap": cheap,
    "titles": titles,
    "documentCount": document_count,
    "answer": answer,
    "keys": keys,
    "indexes": indexes,
    "sources": sources,
    "bases": bases,
}
