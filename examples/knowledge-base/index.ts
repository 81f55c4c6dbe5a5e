import * as mlplane from "mlplane";
import * as pulumi from "@pulumi/pulumi";

// An edit that the service does not make in place, such as another type for `price`, replaces base, source, documents
// and index in
// the right order, in one `pulumi up`; the preview says which edit forces it.
const lamps = new mlplane.search.Index("lamps", {
  fields: [
    { name: "id", type: "Edm.String", key: true },
    { name: "title", type: "Edm.String", searchable: true },
    { name: "room", type: "Edm.String", filterable: true },
    { name: "price", type: "Edm.Int32", filterable: true, sortable: true },
    { name: "text", type: "Edm.String", searchable: true },
  ],
  suggesters: [{ name: "titles", sourceFields: ["title"] }],
  semantic: {
    defaultConfiguration: "text",
    configurations: [
      {
        name: "text",
        prioritizedFields: { titleField: { fieldName: "title" }, prioritizedContentFields: [{ fieldName: "text" }] },
      },
    ],
  },
});

// The file may hold any number of documents: changed lines are sent again, removed ones deleted.
const catalogue = new mlplane.search.Documents("lamps", {
  index: lamps.name,
  documents: new pulumi.asset.FileAsset("lamps.jsonl"),
});

const source = new mlplane.search.KnowledgeSource("lamps", {
  kind: "searchIndex",
  description: "What the catalogue says of each lamp.",
  searchIndexParameters: { searchIndexName: lamps.name, sourceDataFields: [{ name: "text" }] },
});

const advisor = new mlplane.search.KnowledgeBase("lamp-advisor", {
  knowledgeSources: [source.name],
  outputMode: "answerSynthesis",
  answerSynthesisConfiguration: {
    resourceUri: "https://language.example.com",
    deploymentId: "chat",
    modelName: "chat",
  },
});

// Asked when the documents are there; in a preview before that, the answer is not known yet.
const reply = mlplane.search.queryKnowledgeBaseOutput(
  { knowledgeBase: advisor.name, query: "Which lamp can stand in the rain, outdoors?", maxResults: 3 },
  { dependsOn: catalogue },
);
const affordable = mlplane.search.searchDocumentsOutput(
  { index: lamps.name, search: "*", filter: "price lt 60", orderby: "price", select: "title" },
  { dependsOn: catalogue },
);

export const documents = catalogue.count;
export const answer = reply.answer;
export const sources = reply.sources.apply((all) => all.map(({ id }) => id));
export const below60 = affordable.value.apply((hits) => hits.map(({ document }) => document.title));
