import type { Route } from "../dialect";
import { all, at, isBag, mapping, places, prefixes, put, within, words, type Bag, type Lens } from "../lens";

/** Types of parts of a definition: similarity, analyzers and their parts, identities. */
const types = prefixes("@odata.type", "#Provider.Search.", "#Microsoft.Azure.Search.");

/** The language models and embeddings that vectors and answers are made with. */
export const index = all(
  types,
  within(
    "vectorSearch.vectorizers[]",
    all(
      words("kind", { embeddingService: "azureOpenAI" }),
      places({ embeddingServiceParameters: "azureOpenAIParameters" }),
    ),
  ),
);

/** Ranking by meaning has a type of query of its own. */
const semantic = mapping(
  (body) =>
    body["semanticConfiguration"] !== undefined && body["queryType"] === undefined
      ? { ...body, queryType: "semantic" }
      : body,
  (body) => body,
  ["`semanticConfiguration` without `queryType`", '`semanticConfiguration`, `queryType: "semantic"`'],
);
const page = within("@search.nextPageParameters", semantic);

/** What lists show, item by item. */
export const listOf = (lens: Lens): Lens => ({ ...within("value[]", lens), rows: [] });

/** The argument of every kind of source, and where it stands in the dialect. */
const library = mapping(
  ({ libraryOnlineParameters: parameters, ...body }) => {
    if (body["kind"] !== "libraryOnline") return parameters === undefined ? body : put(body, LIBRARY, parameters);
    const kind = at(parameters, "connectionString") === undefined ? "remoteSharePoint" : "indexedSharePoint";
    return { ...body, kind, ...(parameters !== undefined && { [`${kind}Parameters`]: parameters }) };
  },
  (body) => {
    const kind = ["indexedSharePoint", "remoteSharePoint"].find((one) => one === body["kind"]);
    if (kind === undefined) return body;
    const { [`${kind}Parameters`]: parameters, ...others } = body;
    return { ...others, kind: "libraryOnline", ...(parameters !== undefined && { [LIBRARY]: parameters }) };
  },
  [
    '`kind: "libraryOnline"`, `libraryOnlineParameters` with a `connectionString`',
    '`kind: "indexedSharePoint"`, `indexedSharePointParameters`',
  ],
  [
    '`kind: "libraryOnline"`, other `libraryOnlineParameters`',
    '`kind: "remoteSharePoint"`, `remoteSharePointParameters`',
  ],
);
const LIBRARY = "libraryOnlineParameters";

/** A knowledge source. */
export const source = all(
  types,
  words("kind", { blob: "azureBlob" }),
  places({ blobParameters: "azureBlobParameters" }),
  library,
);

/** Sources whose content is read into an index, and what the service makes for them. */
const INGESTED = ["azureBlob", "indexedSharePoint", "indexedOneLake"];
const MADE = ["datasource", "indexer", "skillset", "index"];

/** What a service shows of a source: what it has made for it, too, which is nothing that anybody declares. */
export const shownSource = all(
  source,
  mapping(
    (body) => withMade(body, Object.fromEntries(MADE.map((part) => [part, `${String(body["name"])}-${part}`]))),
    (body) => withMade(body, undefined),
    ["–", "`azureBlobParameters.createdResources` and that of the other kinds that are read into an index"],
  ),
);

const withMade = (body: Bag, created: Bag | undefined): unknown => {
  const kind = INGESTED.find((one) => one === body["kind"] && isBag(body[`${one}Parameters`]));
  return kind === undefined ? body : put(body, `${kind}Parameters.createdResources`, created);
};

/** The calls of the search service. */
export const searchRoutes: readonly Route[] = [
  { service: "search", methods: ["GET"], document: "/indexes", theirs: "/indexes", answer: listOf(index) },
  { service: "search", methods: ["POST"], document: "/indexes", theirs: "/indexes", request: index, answer: index },
  { service: "search", document: "/indexes/{name}", theirs: "/indexes('{name}')", request: index, answer: index },
  {
    service: "search",
    document: "/indexes/{name}/docs/search",
    theirs: "/indexes('{name}')/docs/search.post.search",
    request: semantic,
    answer: page,
  },
  ...Object.entries({
    stats: "search.stats",
    analyze: "search.analyze",
    "docs/index": "docs/search.index",
    "docs/suggest": "docs/search.post.suggest",
    "docs/autocomplete": "docs/search.post.autocomplete",
    "docs/$count": "docs/$count",
    "docs/{key}": "docs('{key}')",
  }).map(([document, theirs]): Route => ({
    service: "search",
    document: `/indexes/{name}/${document}`,
    theirs: `/indexes('{name}')/${theirs}`,
  })),
  ...["/indexstats", "/servicestats"].map((path): Route => ({ service: "search", document: path, theirs: path })),
];

/** Every other collection of definitions, which has the same form and its names in quotes. */
export const otherCollections: readonly Route[] = [
  { service: "search", document: "/{collection}", theirs: "/{collection}" },
  { service: "search", document: "/{collection}/{name}", theirs: "/{collection}('{name}')" },
];
