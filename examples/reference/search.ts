import * as mlplane from "mlplane";

// #region Index
const products = new mlplane.search.Index("products", {
  description: "What the shop sells.",
  fields: [
    { name: "id", type: "Edm.String", key: true },
    { name: "title", type: "Edm.String", searchable: true },
    { name: "price", type: "Edm.Double", filterable: true, sortable: true },
  ],
  suggesters: [{ name: "titles", sourceFields: ["title"] }],
});
// #endregion

// #region Documents
const stock = new mlplane.search.Documents("products", {
  index: products.name,
  documents: [
    { id: "1", title: "A blue lamp for the desk", price: 39 },
    { id: "2", title: "A green lamp that hangs from the ceiling", price: 79 },
  ],
});
// #endregion

// #region KnowledgeSource
const catalog = new mlplane.search.KnowledgeSource("catalog", {
  kind: "searchIndex",
  searchIndexParameters: { searchIndexName: products.name, sourceDataFields: [{ name: "title" }] },
});
// #endregion

// #region KnowledgeBase
const support = new mlplane.search.KnowledgeBase("support", {
  knowledgeSources: [catalog.name],
  outputMode: "rawContent",
});
// #endregion

// #region get
// Or the id of one that another stack owns: "/indexes/products".
const shared = mlplane.search.Index.get("shared", products.id);
export const sharedFields = shared.fields.apply((all) => all.map(({ name }) => name));
// #endregion

// #region searchDocuments
const found = mlplane.search.searchDocumentsOutput(
  { index: products.name, search: "lamp", filter: "price lt 50" },
  { dependsOn: stock },
);
export const cheap = found.apply(({ value }) => value.map(({ document }) => document.title));
// #endregion

// #region suggest
const suggestions = mlplane.search.suggestOutput(
  { index: products.name, search: "gre", suggesterName: "titles" },
  { dependsOn: stock },
);
export const titles = suggestions.apply((all) => all.map(({ text }) => text));
// #endregion

// #region getIndexStatistics
export const documentCount = mlplane.search.getIndexStatisticsOutput(
  { index: products.name },
  { dependsOn: stock },
).documentCount;
// #endregion

// #region queryKnowledgeBase
export const answer = mlplane.search.queryKnowledgeBaseOutput(
  { knowledgeBase: support.name, query: "Which lamp is green?" },
  { dependsOn: stock },
).answer;
// #endregion

// #region listIndexes
export const indexes = mlplane.search
  .listIndexesOutput({}, { dependsOn: products })
  .apply((all) => all.map(({ name }) => name));
// #endregion

// #region listKnowledgeSources
export const sources = mlplane.search
  .listKnowledgeSourcesOutput({}, { dependsOn: catalog })
  .apply((all) => all.map(({ kind }) => kind));
// #endregion

// #region listKnowledgeBases
export const bases = mlplane.search
  .listKnowledgeBasesOutput({}, { dependsOn: support })
  .apply((all) => all.map(({ name }) => name));
// #endregion
