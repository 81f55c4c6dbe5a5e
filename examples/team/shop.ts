// A shop's search as one component: an index with its documents, and a knowledge base that answers from them.
import * as pulumi from "@pulumi/pulumi";
import * as mlplane from "mlplane";

/** What a shop sells. */
export interface Article {
  id: string;
  title: string;
  price: number;
}

export interface ShopArgs {
  articles: pulumi.Input<pulumi.Input<Article>[]>;
  /** What the knowledge base is told to be about. */
  about: pulumi.Input<string>;
}

/** The index alone, so that a shop is a component with a component in it. */
class Catalog extends pulumi.ComponentResource {
  readonly index: mlplane.search.Index;
  readonly documents: mlplane.search.Documents;

  constructor(name: string, articles: ShopArgs["articles"], options: pulumi.ComponentResourceOptions) {
    super("team:index:Catalog", name, {}, options);
    this.index = new mlplane.search.Index(
      name,
      {
        fields: [
          { name: "id", type: "Edm.String", key: true },
          { name: "title", type: "Edm.String", searchable: true },
          { name: "price", type: "Edm.Double", filterable: true, sortable: true },
        ],
        suggesters: [{ name: "titles", sourceFields: ["title"] }],
      },
      // Before there were components, the index stood by itself: with the alias it stays the same resource.
      { parent: this, aliases: [{ parent: pulumi.rootStackResource }] },
    );
    this.documents = new mlplane.search.Documents(
      name,
      { index: this.index.name, documents: articles },
      { parent: this },
    );
    this.registerOutputs();
  }
}

export class Shop extends pulumi.ComponentResource {
  /** The name of the index, for clients. */
  readonly index: pulumi.Output<string>;
  /** The name of the knowledge base, for clients. */
  readonly knowledgeBase: pulumi.Output<string>;
  private readonly catalog: Catalog;
  private readonly provider: mlplane.Provider;

  constructor(name: string, args: ShopArgs, provider: mlplane.Provider) {
    super("team:index:Shop", name, {}, { providers: [provider] });
    this.provider = provider;
    this.catalog = new Catalog(name, args.articles, { parent: this });
    const source = new mlplane.search.KnowledgeSource(
      name,
      {
        kind: "searchIndex",
        description: args.about,
        searchIndexParameters: { searchIndexName: this.catalog.index.name, sourceDataFields: [{ name: "title" }] },
      },
      { parent: this },
    );
    const base = new mlplane.search.KnowledgeBase(
      name,
      { knowledgeSources: [source.name], description: args.about, outputMode: "rawContent" },
      { parent: this },
    );
    this.index = this.catalog.index.name;
    this.knowledgeBase = base.name;
    this.registerOutputs({ index: this.index, knowledgeBase: this.knowledgeBase });
  }

  /** How many articles the index holds. */
  count(): pulumi.Output<number> {
    return mlplane.search.getIndexStatisticsOutput({ index: this.index }, this.afterwards()).documentCount;
  }

  /** The titles of what a search finds for at most this price, the cheapest first. */
  find(search: string, most: number): pulumi.Output<string[]> {
    return mlplane.search
      .searchDocumentsOutput(
        { index: this.index, search, filter: `price le ${most}`, orderby: "price" },
        this.afterwards(),
      )
      .value.apply((hits) => hits.map(({ document }) => String(document.title)));
  }

  /** What the knowledge base answers. */
  ask(query: string): pulumi.Output<string> {
    return mlplane.search.queryKnowledgeBaseOutput({ knowledgeBase: this.knowledgeBase, query }, this.afterwards())
      .answer;
  }

  /** The shop's own service, once its documents are there. */
  private afterwards(): { provider: mlplane.Provider; dependsOn: pulumi.Resource } {
    return { provider: this.provider, dependsOn: this.catalog.documents };
  }
}
