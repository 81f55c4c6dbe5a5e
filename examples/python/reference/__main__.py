import pulumi
import pulumi_mlplane as mlplane

import local
import ml
import search

# region Provider
config = pulumi.Config()
west = mlplane.Provider(
    "west",
    search_endpoint=config.require("westEndpoint"),
    search_api_key=config.require_secret("westApiKey"),
)
articles = mlplane.search.Index(
    "articles",
    fields=[{"name": "id", "type": "Edm.String", "key": True}],
    opts=pulumi.ResourceOptions(provider=west),
)
# endregion

pulumi.export("westIndex", articles.name)
for service in (ml, search, local):
    pulumi.export(service.__name__, service.outputs)
