/** An edit of an index, as the table of index edits has it. */
export interface IndexEdit {
  /** The edit in words. */
  edit: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Why the index is replaced; absent where the service makes the edit in place. */
  replacedBy?: string;
}

const id = { name: "id", type: "Edm.String", key: true };
const title = { name: "title", type: "Edm.String", searchable: true };
const price = { name: "price", type: "Edm.Int32" };
const vec = { name: "vec", type: "Collection(Edm.Single)", searchable: true, dimensions: 3, vectorSearchProfile: "vp" };
const algorithm = {
  name: "graph",
  kind: "hnsw",
  hnswParameters: { m: 4, efConstruction: 400, efSearch: 500, metric: "cosine" },
};
const vectors = { profiles: [{ name: "vp", algorithm: "graph" }], algorithms: [algorithm] };
const vectorizer = {
  name: "emb",
  kind: "embeddingService",
  embeddingServiceParameters: { resourceUri: "https://embed.example", deploymentId: "small", modelName: "small" },
};
const suggester = { name: "sg", sourceFields: ["title"] };
const analyzer = { name: "mine", "@odata.type": "#Provider.Search.CustomAnalyzer", tokenizer: "whitespace" };

/** The index with its field `title` changed. */
const withTitle = (change: object): Record<string, unknown> => ({ fields: [id, { ...title, ...change }] });
const withPrice = (change: object): Record<string, unknown> => ({ fields: [id, { ...price, ...change }] });
const withVectors = (change: object, field: object = {}): Record<string, unknown> => ({
  fields: [id, { ...vec, ...field }],
  vectorSearch: { ...vectors, ...change },
});
const withAlgorithm = (change: object): Record<string, unknown> =>
  withVectors({ algorithms: [{ ...algorithm, hnswParameters: { ...algorithm.hnswParameters, ...change } }] });
const plain = { fields: [id, title] };
const again = "the vectors would have to be indexed again";
const fixed = "it cannot be changed in place";

/** Every row of the table, and what follows from it. */
export const indexEdits: IndexEdit[] = [
  { edit: "add a field", before: plain, after: { fields: [id, title, price] } },
  {
    edit: "add a field of a complex type, and then one in it",
    before: {
      fields: [id, { name: "address", type: "Edm.ComplexType", fields: [{ name: "city", type: "Edm.String" }] }],
    },
    after: {
      fields: [
        id,
        {
          name: "address",
          type: "Edm.ComplexType",
          fields: [
            { name: "city", type: "Edm.String" },
            { name: "street", type: "Edm.String" },
          ],
        },
      ],
    },
  },
  { edit: "change the order of fields", before: plain, after: { fields: [title, id] } },
  {
    edit: "remove a field",
    before: { fields: [id, title, price] },
    after: plain,
    replacedBy: "fields.price: a field cannot be removed or renamed in place",
  },
  {
    edit: "rename a field",
    before: plain,
    after: { fields: [id, { ...title, name: "heading" }] },
    replacedBy: "fields.title: a field cannot be removed or renamed in place",
  },
  { edit: "change retrievable", before: withTitle({ retrievable: true }), after: withTitle({ retrievable: false }) },
  {
    edit: "change searchAnalyzer",
    before: withTitle({ indexAnalyzer: "simple", searchAnalyzer: "simple" }),
    after: withTitle({ indexAnalyzer: "simple", searchAnalyzer: "stop" }),
  },
  { edit: "change synonymMaps", before: plain, after: withTitle({ synonymMaps: ["colours"] }) },
  {
    edit: "change type",
    before: withPrice({}),
    after: withPrice({ type: "Edm.Double" }),
    replacedBy: "fields.price.type: a type cannot be changed in place",
  },
  {
    edit: "change key",
    before: { fields: [id, title] },
    after: {
      fields: [
        { name: "id", type: "Edm.String" },
        { ...title, key: true },
      ],
    },
    replacedBy: `fields.id.key: ${fixed}`,
  },
  {
    edit: "change searchable",
    before: withTitle({ searchable: true }),
    after: withTitle({ searchable: false }),
    replacedBy: `fields.title.searchable: ${fixed}`,
  },
  {
    edit: "change filterable",
    before: withPrice({ filterable: true }),
    after: withPrice({ filterable: false }),
    replacedBy: `fields.price.filterable: ${fixed}`,
  },
  {
    edit: "change sortable",
    before: withPrice({ sortable: true }),
    after: withPrice({ sortable: false }),
    replacedBy: `fields.price.sortable: ${fixed}`,
  },
  {
    edit: "change facetable",
    before: withPrice({ facetable: true }),
    after: withPrice({ facetable: false }),
    replacedBy: `fields.price.facetable: ${fixed}`,
  },
  {
    edit: "no longer declare what is the default",
    before: withPrice({ filterable: true, sortable: true, facetable: true }),
    after: withPrice({}),
  },
  {
    edit: "no longer declare what is not the default",
    before: withPrice({ filterable: false }),
    after: withPrice({}),
    replacedBy: `fields.price.filterable: ${fixed}`,
  },
  {
    edit: "change analyzer",
    before: withTitle({ analyzer: "simple" }),
    after: withTitle({ analyzer: "stop" }),
    replacedBy: `fields.title.analyzer: ${fixed}`,
  },
  {
    edit: "change indexAnalyzer",
    before: withTitle({ indexAnalyzer: "simple", searchAnalyzer: "simple" }),
    after: withTitle({ indexAnalyzer: "stop", searchAnalyzer: "simple" }),
    replacedBy: `fields.title.indexAnalyzer: ${fixed}`,
  },
  {
    edit: "change normalizer",
    before: withTitle({ normalizer: "lowercase" }),
    after: withTitle({ normalizer: "uppercase" }),
    replacedBy: `fields.title.normalizer: ${fixed}`,
  },
  {
    edit: "change stored",
    before: withVectors({}),
    after: withVectors({}, { stored: false }),
    replacedBy: `fields.vec.stored: ${fixed}`,
  },
  {
    edit: "change dimensions",
    before: withVectors({}),
    after: withVectors({}, { dimensions: 4 }),
    replacedBy: `fields.vec.dimensions: ${fixed}`,
  },
  {
    edit: "add and change scoring profiles",
    before: { ...plain, scoringProfiles: [{ name: "a", text: { weights: { title: 1 } } }] },
    after: {
      ...plain,
      scoringProfiles: [{ name: "a", text: { weights: { title: 2 } } }, { name: "b" }],
      defaultScoringProfile: "b",
    },
  },
  {
    edit: "change CORS",
    before: plain,
    after: { ...plain, corsOptions: { allowedOrigins: ["*"], maxAgeInSeconds: 60 } },
  },
  {
    edit: "change semantic",
    before: plain,
    after: {
      ...plain,
      semantic: { configurations: [{ name: "sc", prioritizedFields: { titleField: { fieldName: "title" } } }] },
    },
  },
  { edit: "change the description", before: plain, after: { ...plain, description: "all of them" } },
  {
    edit: "add an analyzer, with allowIndexDowntime",
    before: plain,
    after: { ...plain, analyzers: [analyzer], allowIndexDowntime: true },
  },
  {
    edit: "change an analyzer",
    before: { ...plain, analyzers: [analyzer] },
    after: { ...plain, analyzers: [{ ...analyzer, tokenizer: "keyword" }] },
    replacedBy: `analyzers.mine: ${fixed}`,
  },
  {
    edit: "remove an analyzer",
    before: { ...plain, analyzers: [analyzer] },
    after: plain,
    replacedBy: "analyzers.mine: it cannot be removed in place",
  },
  { edit: "add a suggester over a new field", before: { fields: [id] }, after: { ...plain, suggesters: [suggester] } },
  {
    edit: "add a suggester over an existing field",
    before: plain,
    after: { ...plain, suggesters: [suggester] },
    replacedBy: "suggesters.sg: the existing field title cannot be added to a suggester in place",
  },
  {
    edit: "add a field to a suggester",
    before: { ...plain, suggesters: [suggester] },
    after: {
      fields: [id, title, { ...title, name: "text" }],
      suggesters: [{ ...suggester, sourceFields: ["title", "text"] }],
    },
    replacedBy: `suggesters.sg: ${fixed}`,
  },
  {
    edit: "remove a suggester",
    before: { ...plain, suggesters: [suggester] },
    after: plain,
    replacedBy: "suggesters.sg: it cannot be removed in place",
  },
  {
    edit: "add a vector profile, an algorithm and a vectorizer",
    before: withVectors({}),
    after: withVectors({
      profiles: [...vectors.profiles, { name: "vp2", algorithm: "all", vectorizer: "emb" }],
      algorithms: [algorithm, { name: "all", kind: "exhaustiveKnn" }],
      vectorizers: [vectorizer],
    }),
  },
  {
    edit: "give a profile a vectorizer",
    before: withVectors({}),
    after: withVectors({
      profiles: [{ name: "vp", algorithm: "graph", vectorizer: "emb" }],
      vectorizers: [vectorizer],
    }),
  },
  { edit: "change efSearch", before: withVectors({}), after: withAlgorithm({ efSearch: 600 }) },
  {
    edit: "no longer declare parameters that are the defaults",
    before: withVectors({}),
    after: withVectors({ algorithms: [{ name: "graph", kind: "hnsw" }] }),
  },
  {
    edit: "change m",
    before: withVectors({}),
    after: withAlgorithm({ m: 8 }),
    replacedBy: `vectorSearch.algorithms.graph: ${again}`,
  },
  {
    edit: "change efConstruction",
    before: withVectors({}),
    after: withAlgorithm({ efConstruction: 500 }),
    replacedBy: `vectorSearch.algorithms.graph: ${again}`,
  },
  {
    edit: "change metric",
    before: withVectors({}),
    after: withAlgorithm({ metric: "euclidean" }),
    replacedBy: `vectorSearch.algorithms.graph: ${again}`,
  },
  {
    edit: "change the algorithm of a profile",
    before: withVectors({}),
    after: withVectors({
      profiles: [{ name: "vp", algorithm: "all" }],
      algorithms: [algorithm, { name: "all", kind: "exhaustiveKnn" }],
    }),
    replacedBy: `vectorSearch.profiles.vp.algorithm: ${again}`,
  },
  {
    edit: "move a vector to a profile that indexes alike",
    before: withVectors({}),
    after: withVectors(
      { profiles: [...vectors.profiles, { name: "other", algorithm: "graph" }] },
      { vectorSearchProfile: "other" },
    ),
  },
  {
    edit: "move a vector to a profile that indexes otherwise",
    before: withVectors({}),
    after: withVectors(
      {
        profiles: [...vectors.profiles, { name: "other", algorithm: "all" }],
        algorithms: [algorithm, { name: "all", kind: "exhaustiveKnn" }],
      },
      { vectorSearchProfile: "other" },
    ),
    replacedBy: `fields.vec.vectorSearchProfile: ${again}`,
  },
  {
    edit: "change the similarity algorithm",
    before: plain,
    after: { ...plain, similarity: { "@odata.type": "#Provider.Search.ClassicSimilarity" } },
    replacedBy: "similarity: the algorithm cannot be changed in place",
  },
];
