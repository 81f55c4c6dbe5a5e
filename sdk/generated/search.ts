// Written from the definitions by `npm run generate`: change these, not this.
import type * as pulumi from "@pulumi/pulumi";
import { promised, output } from "../function";
import type { InvokeOptions, InvokeOutputOptions } from "../options";
import { resourceClass } from "../resource";
import type { ResourceClass } from "../resource";

/**
 * Arguments of IndexField: A field of an index: its name, its type and what queries may do with
 * it.
 */
export interface IndexFieldArgs {
  /** The name, unique among its neighbours. */
  name: pulumi.Input<string>;
  /** The type of the values, for example `Edm.String` or `Collection(Edm.Single)`. */
  type: pulumi.Input<
    | "Edm.String"
    | "Edm.Int32"
    | "Edm.Int64"
    | "Edm.Double"
    | "Edm.Boolean"
    | "Edm.DateTimeOffset"
    | "Edm.GeographyPoint"
    | "Edm.ComplexType"
    | "Collection(Edm.String)"
    | "Collection(Edm.Int32)"
    | "Collection(Edm.Int64)"
    | "Collection(Edm.Double)"
    | "Collection(Edm.Boolean)"
    | "Collection(Edm.DateTimeOffset)"
    | "Collection(Edm.GeographyPoint)"
    | "Collection(Edm.ComplexType)"
    | "Collection(Edm.Single)"
    | "Collection(Edm.Half)"
    | "Collection(Edm.Int16)"
    | "Collection(Edm.SByte)"
    | "Collection(Edm.Byte)"
  >;
  /** Whether the field is the key of the documents; exactly one is, of type `Edm.String`. */
  key?: pulumi.Input<boolean | undefined>;
  /** Whether full-text or vector search covers the field; default is true for text and vectors. */
  searchable?: pulumi.Input<boolean | undefined>;
  /** Whether filters may use the field; default is true, for vectors false. */
  filterable?: pulumi.Input<boolean | undefined>;
  /** Whether results may be ordered by the field; default is true, for collections false. */
  sortable?: pulumi.Input<boolean | undefined>;
  /** Whether facets may count the field; default is true, for vectors and places false. */
  facetable?: pulumi.Input<boolean | undefined>;
  /** Whether results show the field; default is true, for vectors false. */
  retrievable?: pulumi.Input<boolean | undefined>;
  /** Whether the value is kept for retrieval; only a vector may go without. */
  stored?: pulumi.Input<boolean | undefined>;
  /** The length of a vector, 2 to 4096. */
  dimensions?: pulumi.Input<number | undefined>;
  /** The name of the vector search profile of a vector. */
  vectorSearchProfile?: pulumi.Input<string | undefined>;
  /** How the bits of a `Collection(Edm.Byte)` vector are packed. */
  vectorEncoding?: pulumi.Input<"packedBit" | undefined>;
  /** The analyzer for indexing and for queries; default is `standard.lucene`. */
  analyzer?: pulumi.Input<string | undefined>;
  /** The analyzer for indexing; needs `searchAnalyzer`. */
  indexAnalyzer?: pulumi.Input<string | undefined>;
  /** The analyzer for queries; needs `indexAnalyzer`. */
  searchAnalyzer?: pulumi.Input<string | undefined>;
  /** The normalizer for filters, ordering and facets. */
  normalizer?: pulumi.Input<string | undefined>;
  /** The synonym map that queries use, at most one. */
  synonymMaps?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The fields of a complex type. */
  fields?: pulumi.Input<pulumi.Input<IndexFieldArgs>[] | undefined>;
}

/** Arguments of VectorSearch. */
export interface VectorSearchArgs {
  /** The profiles that vector fields refer to. */
  profiles?: pulumi.Input<pulumi.Input<VectorSearchProfileArgs>[] | undefined>;
  /** The algorithms that profiles refer to. */
  algorithms?: pulumi.Input<pulumi.Input<VectorSearchAlgorithmArgs>[] | undefined>;
  /** The vectorizers that profiles refer to. */
  vectorizers?: pulumi.Input<pulumi.Input<VectorSearchVectorizerArgs>[] | undefined>;
  /** The compressions that profiles refer to. */
  compressions?: pulumi.Input<pulumi.Input<VectorSearchCompressionArgs>[] | undefined>;
}

/** Arguments of VectorSearchProfile: How the vectors of a field are indexed and queried. */
export interface VectorSearchProfileArgs {
  /** The name that vector fields refer to. */
  name: pulumi.Input<string>;
  /** The name of the algorithm. */
  algorithm: pulumi.Input<string>;
  /** The name of the vectorizer that embeds the text of queries. */
  vectorizer?: pulumi.Input<string | undefined>;
  /** The name of the compression. */
  compression?: pulumi.Input<string | undefined>;
}

/** Arguments of VectorSearchAlgorithm: How near vectors are found. */
export interface VectorSearchAlgorithmArgs {
  /** The name that profiles refer to. */
  name: pulumi.Input<string>;
  /** The kind of algorithm: a navigable graph, or every vector. */
  kind: pulumi.Input<"hnsw" | "exhaustiveKnn">;
  /** The parameters of `hnsw`. */
  hnswParameters?: pulumi.Input<
    | {
        /** The links of a vector in the graph, 4 to 10; default 4. */
        m?: pulumi.Input<number | undefined>;
        /** The neighbours looked at while the graph is built, 100 to 1000; default 400. */
        efConstruction?: pulumi.Input<number | undefined>;
        /** The neighbours looked at by a query, 100 to 1000; default 500. */
        efSearch?: pulumi.Input<number | undefined>;
        /** How the distance of two vectors is measured; default `cosine`. */
        metric?: pulumi.Input<"cosine" | "euclidean" | "dotProduct" | "hamming" | undefined>;
      }
    | undefined
  >;
  /** The parameters of `exhaustiveKnn`. */
  exhaustiveKnnParameters?: pulumi.Input<
    | {
        /** How the distance of two vectors is measured; default `cosine`. */
        metric?: pulumi.Input<"cosine" | "euclidean" | "dotProduct" | "hamming" | undefined>;
      }
    | undefined
  >;
}

/** Arguments of VectorSearchVectorizer: What turns the text of a query into a vector. */
export interface VectorSearchVectorizerArgs {
  /** The name that profiles refer to. */
  name: pulumi.Input<string>;
  /** Who embeds: an embedding service, or a web API of one's own. */
  kind: pulumi.Input<"embeddingService" | "customWebApi">;
  /** The parameters of `embeddingService`. */
  embeddingServiceParameters?: pulumi.Input<
    | {
        /** The address of the embedding service. */
        resourceUri: pulumi.Input<string>;
        /** The deployment of the embedding model. */
        deploymentId: pulumi.Input<string>;
        /** The name of the embedding model. */
        modelName: pulumi.Input<string>;
        /** The API key of the embedding service; without one, the search service uses its own identity. */
        apiKey?: pulumi.Input<string | undefined>;
      }
    | undefined
  >;
  /** The parameters of `customWebApi`. */
  customWebApiParameters?: pulumi.Input<
    | {
        /** The address of the web API. */
        uri: pulumi.Input<string>;
        /** The HTTP verb of its calls. */
        httpMethod?: pulumi.Input<string | undefined>;
        /** The headers of its calls, which often hold credentials. */
        httpHeaders?: pulumi.Input<{ [name: string]: pulumi.Input<string> } | undefined>;
        /** How long a call may take, as ISO 8601 duration. */
        timeout?: pulumi.Input<string | undefined>;
        /** What the search service's own identity asks a token for. */
        authResourceId?: pulumi.Input<string | undefined>;
      }
    | undefined
  >;
}

/** Arguments of VectorSearchCompression: How vectors are kept in less space. */
export interface VectorSearchCompressionArgs {
  /** The name that profiles refer to. */
  name: pulumi.Input<string>;
  /** The kind of compression. */
  kind: pulumi.Input<"scalarQuantization" | "binaryQuantization">;
  /** How results are ranked again. */
  rescoringOptions?: pulumi.Input<
    | {
        /** Whether the first results are ranked again by the full vectors; default true. */
        enableRescoring?: pulumi.Input<boolean | undefined>;
        /** How many times more results are ranked again than are asked for. */
        defaultOversampling?: pulumi.Input<number | undefined>;
        /** Whether the full vectors are kept; default `preserveOriginals`. */
        rescoreStorageMethod?: pulumi.Input<"preserveOriginals" | "discardOriginals" | undefined>;
      }
    | undefined
  >;
  /** The parameters of `scalarQuantization`. */
  scalarQuantizationParameters?: pulumi.Input<
    | {
        /** The type of a quantized number; default `int8`. */
        quantizedDataType?: pulumi.Input<"int8" | undefined>;
      }
    | undefined
  >;
  /** How many of a vector's numbers are kept. */
  truncationDimension?: pulumi.Input<number | undefined>;
}

/** Arguments of Semantic. */
export interface SemanticArgs {
  /** The name of the configuration for queries that name none. */
  defaultConfiguration?: pulumi.Input<string | undefined>;
  /** The configurations. */
  configurations?: pulumi.Input<pulumi.Input<SemanticConfigurationArgs>[] | undefined>;
}

/** Arguments of SemanticConfiguration: Which fields semantic ranking reads. */
export interface SemanticConfigurationArgs {
  /** The name that queries refer to. */
  name: pulumi.Input<string>;
  /** The fields that semantic ranking reads, at least one. */
  prioritizedFields: pulumi.Input<{
    /** The field with the title. */
    titleField?: pulumi.Input<SemanticFieldArgs | undefined>;
    /** The fields with the content, the most important first. */
    prioritizedContentFields?: pulumi.Input<pulumi.Input<SemanticFieldArgs>[] | undefined>;
    /** The fields with keywords, the most important first. */
    prioritizedKeywordsFields?: pulumi.Input<pulumi.Input<SemanticFieldArgs>[] | undefined>;
  }>;
  /** The score that results are ordered by; default `BoostedRerankerScore`. */
  rankingOrder?: pulumi.Input<"BoostedRerankerScore" | "RerankerScore" | undefined>;
  /** Whether models on trial may rank; default false. */
  flightingOptIn?: pulumi.Input<boolean | undefined>;
}

/** Arguments of SemanticField: A field that semantic ranking reads. */
export interface SemanticFieldArgs {
  /** The name of the field. */
  fieldName: pulumi.Input<string>;
}

/** Arguments of Suggester: Where suggestions come from. */
export interface SuggesterArgs {
  /** The name that calls of `suggest` give. */
  name: pulumi.Input<string>;
  /** How partial text is matched; there is one way. */
  searchMode?: pulumi.Input<"analyzingInfixMatching" | undefined>;
  /** The names of the text fields that suggestions come from. */
  sourceFields: pulumi.Input<pulumi.Input<string>[]>;
}

/** Arguments of ScoringProfile: How hits are scored. */
export interface ScoringProfileArgs {
  /** The name that queries refer to. */
  name: pulumi.Input<string>;
  /** The weights of fields. */
  text?: pulumi.Input<
    | {
        /** How much a hit in a field counts, by field. */
        weights: pulumi.Input<{ [name: string]: pulumi.Input<number> }>;
      }
    | undefined
  >;
  /** The functions that raise the score, in the service's own form. */
  functions?: pulumi.Input<pulumi.Input<{ [name: string]: unknown }>[] | undefined>;
  /** How the values of several functions become one. */
  functionAggregation?: pulumi.Input<string | undefined>;
  [more: string]: unknown;
}

/** Arguments of AnalysisPart: An analyzer or a part of one, in the service's own form. */
export interface AnalysisPartArgs {
  /** The name. */
  name: pulumi.Input<string>;
  /** The kind, in the service's own form. */
  "@odata.type": pulumi.Input<string>;
  [more: string]: unknown;
}

/** IndexField: A field of an index: its name, its type and what queries may do with it. */
export interface IndexField {
  /** The name, unique among its neighbours. */
  name: string;
  /** The type of the values, for example `Edm.String` or `Collection(Edm.Single)`. */
  type:
    | "Edm.String"
    | "Edm.Int32"
    | "Edm.Int64"
    | "Edm.Double"
    | "Edm.Boolean"
    | "Edm.DateTimeOffset"
    | "Edm.GeographyPoint"
    | "Edm.ComplexType"
    | "Collection(Edm.String)"
    | "Collection(Edm.Int32)"
    | "Collection(Edm.Int64)"
    | "Collection(Edm.Double)"
    | "Collection(Edm.Boolean)"
    | "Collection(Edm.DateTimeOffset)"
    | "Collection(Edm.GeographyPoint)"
    | "Collection(Edm.ComplexType)"
    | "Collection(Edm.Single)"
    | "Collection(Edm.Half)"
    | "Collection(Edm.Int16)"
    | "Collection(Edm.SByte)"
    | "Collection(Edm.Byte)";
  /** Whether the field is the key of the documents; exactly one is, of type `Edm.String`. */
  key?: boolean | undefined;
  /** Whether full-text or vector search covers the field; default is true for text and vectors. */
  searchable?: boolean | undefined;
  /** Whether filters may use the field; default is true, for vectors false. */
  filterable?: boolean | undefined;
  /** Whether results may be ordered by the field; default is true, for collections false. */
  sortable?: boolean | undefined;
  /** Whether facets may count the field; default is true, for vectors and places false. */
  facetable?: boolean | undefined;
  /** Whether results show the field; default is true, for vectors false. */
  retrievable?: boolean | undefined;
  /** Whether the value is kept for retrieval; only a vector may go without. */
  stored?: boolean | undefined;
  /** The length of a vector, 2 to 4096. */
  dimensions?: number | undefined;
  /** The name of the vector search profile of a vector. */
  vectorSearchProfile?: string | undefined;
  /** How the bits of a `Collection(Edm.Byte)` vector are packed. */
  vectorEncoding?: "packedBit" | undefined;
  /** The analyzer for indexing and for queries; default is `standard.lucene`. */
  analyzer?: string | undefined;
  /** The analyzer for indexing; needs `searchAnalyzer`. */
  indexAnalyzer?: string | undefined;
  /** The analyzer for queries; needs `indexAnalyzer`. */
  searchAnalyzer?: string | undefined;
  /** The normalizer for filters, ordering and facets. */
  normalizer?: string | undefined;
  /** The synonym map that queries use, at most one. */
  synonymMaps?: string[] | undefined;
  /** The fields of a complex type. */
  fields?: IndexField[] | undefined;
}

/** VectorSearch. */
export interface VectorSearch {
  /** The profiles that vector fields refer to. */
  profiles?: VectorSearchProfile[] | undefined;
  /** The algorithms that profiles refer to. */
  algorithms?: VectorSearchAlgorithm[] | undefined;
  /** The vectorizers that profiles refer to. */
  vectorizers?: VectorSearchVectorizer[] | undefined;
  /** The compressions that profiles refer to. */
  compressions?: VectorSearchCompression[] | undefined;
}

/** VectorSearchProfile: How the vectors of a field are indexed and queried. */
export interface VectorSearchProfile {
  /** The name that vector fields refer to. */
  name: string;
  /** The name of the algorithm. */
  algorithm: string;
  /** The name of the vectorizer that embeds the text of queries. */
  vectorizer?: string | undefined;
  /** The name of the compression. */
  compression?: string | undefined;
}

/** VectorSearchAlgorithm: How near vectors are found. */
export interface VectorSearchAlgorithm {
  /** The name that profiles refer to. */
  name: string;
  /** The kind of algorithm: a navigable graph, or every vector. */
  kind: "hnsw" | "exhaustiveKnn";
  /** The parameters of `hnsw`. */
  hnswParameters?:
    | {
        /** The links of a vector in the graph, 4 to 10; default 4. */
        m?: number | undefined;
        /** The neighbours looked at while the graph is built, 100 to 1000; default 400. */
        efConstruction?: number | undefined;
        /** The neighbours looked at by a query, 100 to 1000; default 500. */
        efSearch?: number | undefined;
        /** How the distance of two vectors is measured; default `cosine`. */
        metric?: "cosine" | "euclidean" | "dotProduct" | "hamming" | undefined;
      }
    | undefined;
  /** The parameters of `exhaustiveKnn`. */
  exhaustiveKnnParameters?:
    | {
        /** How the distance of two vectors is measured; default `cosine`. */
        metric?: "cosine" | "euclidean" | "dotProduct" | "hamming" | undefined;
      }
    | undefined;
}

/** VectorSearchVectorizer: What turns the text of a query into a vector. */
export interface VectorSearchVectorizer {
  /** The name that profiles refer to. */
  name: string;
  /** Who embeds: an embedding service, or a web API of one's own. */
  kind: "embeddingService" | "customWebApi";
  /** The parameters of `embeddingService`. */
  embeddingServiceParameters?:
    | {
        /** The address of the embedding service. */
        resourceUri: string;
        /** The deployment of the embedding model. */
        deploymentId: string;
        /** The name of the embedding model. */
        modelName: string;
        /** The API key of the embedding service; without one, the search service uses its own identity. */
        apiKey?: string | undefined;
      }
    | undefined;
  /** The parameters of `customWebApi`. */
  customWebApiParameters?:
    | {
        /** The address of the web API. */
        uri: string;
        /** The HTTP verb of its calls. */
        httpMethod?: string | undefined;
        /** The headers of its calls, which often hold credentials. */
        httpHeaders?: { [name: string]: string } | undefined;
        /** How long a call may take, as ISO 8601 duration. */
        timeout?: string | undefined;
        /** What the search service's own identity asks a token for. */
        authResourceId?: string | undefined;
      }
    | undefined;
}

/** VectorSearchCompression: How vectors are kept in less space. */
export interface VectorSearchCompression {
  /** The name that profiles refer to. */
  name: string;
  /** The kind of compression. */
  kind: "scalarQuantization" | "binaryQuantization";
  /** How results are ranked again. */
  rescoringOptions?:
    | {
        /** Whether the first results are ranked again by the full vectors; default true. */
        enableRescoring?: boolean | undefined;
        /** How many times more results are ranked again than are asked for. */
        defaultOversampling?: number | undefined;
        /** Whether the full vectors are kept; default `preserveOriginals`. */
        rescoreStorageMethod?: "preserveOriginals" | "discardOriginals" | undefined;
      }
    | undefined;
  /** The parameters of `scalarQuantization`. */
  scalarQuantizationParameters?:
    | {
        /** The type of a quantized number; default `int8`. */
        quantizedDataType?: "int8" | undefined;
      }
    | undefined;
  /** How many of a vector's numbers are kept. */
  truncationDimension?: number | undefined;
}

/** Semantic. */
export interface Semantic {
  /** The name of the configuration for queries that name none. */
  defaultConfiguration?: string | undefined;
  /** The configurations. */
  configurations?: SemanticConfiguration[] | undefined;
}

/** SemanticConfiguration: Which fields semantic ranking reads. */
export interface SemanticConfiguration {
  /** The name that queries refer to. */
  name: string;
  /** The fields that semantic ranking reads, at least one. */
  prioritizedFields: {
    /** The field with the title. */
    titleField?: SemanticField | undefined;
    /** The fields with the content, the most important first. */
    prioritizedContentFields?: SemanticField[] | undefined;
    /** The fields with keywords, the most important first. */
    prioritizedKeywordsFields?: SemanticField[] | undefined;
  };
  /** The score that results are ordered by; default `BoostedRerankerScore`. */
  rankingOrder?: "BoostedRerankerScore" | "RerankerScore" | undefined;
  /** Whether models on trial may rank; default false. */
  flightingOptIn?: boolean | undefined;
}

/** SemanticField: A field that semantic ranking reads. */
export interface SemanticField {
  /** The name of the field. */
  fieldName: string;
}

/** Suggester: Where suggestions come from. */
export interface Suggester {
  /** The name that calls of `suggest` give. */
  name: string;
  /** How partial text is matched; there is one way. */
  searchMode?: "analyzingInfixMatching" | undefined;
  /** The names of the text fields that suggestions come from. */
  sourceFields: string[];
}

/** ScoringProfile: How hits are scored. */
export interface ScoringProfile {
  /** The name that queries refer to. */
  name: string;
  /** The weights of fields. */
  text?:
    | {
        /** How much a hit in a field counts, by field. */
        weights: { [name: string]: number };
      }
    | undefined;
  /** The functions that raise the score, in the service's own form. */
  functions?: { [name: string]: unknown }[] | undefined;
  /** How the values of several functions become one. */
  functionAggregation?: string | undefined;
}

/** AnalysisPart: An analyzer or a part of one, in the service's own form. */
export interface AnalysisPart {
  /** The name. */
  name: string;
  /** The kind, in the service's own form. */
  "@odata.type": string;
}

/** Arguments of SearchIndexParameters. */
export interface SearchIndexParametersArgs {
  /** The name of the index. */
  searchIndexName: pulumi.Input<string>;
  /** The fields that make up the content of an answer. */
  sourceDataFields?: pulumi.Input<pulumi.Input<KnowledgeSourceFieldArgs>[] | undefined>;
  /** The fields that are searched; default is all that are searchable. */
  searchFields?: pulumi.Input<pulumi.Input<KnowledgeSourceFieldArgs>[] | undefined>;
  /** The semantic configuration that ranks. */
  semanticConfigurationName?: pulumi.Input<string | undefined>;
}

/** Arguments of KnowledgeSourceField: A field of the index. */
export interface KnowledgeSourceFieldArgs {
  /** The name of the field. */
  name: pulumi.Input<string>;
}

/** Arguments of BlobParameters. */
export interface BlobParametersArgs {
  /** How the storage account is reached. */
  connectionString?: pulumi.Input<string | undefined>;
  /** The name of the container. */
  containerName?: pulumi.Input<string | undefined>;
  /** The folder in the container; default is the whole. */
  folderPath?: pulumi.Input<string | undefined>;
  /** Whether the account has a hierarchy of folders. */
  isADLSGen2?: pulumi.Input<boolean | undefined>;
  /** How the content is read. */
  ingestionParameters?: pulumi.Input<IngestionParametersArgs | undefined>;
  [more: string]: unknown;
}

/** Arguments of IngestionParameters. */
export interface IngestionParametersArgs {
  /** The managed identity that reads the content. */
  identity?: pulumi.Input<{ [name: string]: unknown } | undefined>;
  /** How content is taken from files: their text, or with `aiServices` tables and layout as well. */
  contentExtractionMode?: pulumi.Input<"minimal" | "standard" | undefined>;
  /** The service that takes files apart, needed for `standard`. */
  aiServices?: pulumi.Input<IngestionServicesArgs | undefined>;
  /** The model that makes vectors of the content. */
  embeddingModel?: pulumi.Input<IngestionModelArgs | undefined>;
  /** The model that puts images into words. */
  chatCompletionModel?: pulumi.Input<IngestionModelArgs | undefined>;
  /** Whether images are not put into words. */
  disableImageVerbalization?: pulumi.Input<boolean | undefined>;
  /** Where images that were found are kept. */
  assetStore?: pulumi.Input<{ [name: string]: unknown } | undefined>;
  /** When the content is read again. */
  ingestionSchedule?: pulumi.Input<IngestionScheduleArgs | undefined>;
  /** Which permissions are read with the content: `userIds`, `groupIds`, `rbacScope`. */
  ingestionPermissionOptions?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  [more: string]: unknown;
}

/** Arguments of IngestionServices. */
export interface IngestionServicesArgs {
  /** The address. */
  uri: pulumi.Input<string>;
  /** The API key. */
  apiKey?: pulumi.Input<string | undefined>;
  [more: string]: unknown;
}

/** Arguments of IngestionModel. */
export interface IngestionModelArgs {
  /** The kind of model, which says under which name its parameters are. */
  kind: pulumi.Input<string>;
  [more: string]: unknown;
}

/** Arguments of IngestionSchedule. */
export interface IngestionScheduleArgs {
  /** The time between two runs, as ISO 8601 duration: `P1D`. */
  interval: pulumi.Input<string>;
  /** The time of the first run, as ISO 8601 time. */
  startTime?: pulumi.Input<string | undefined>;
  [more: string]: unknown;
}

/** Arguments of LibraryOnlineParameters. */
export interface LibraryOnlineParametersArgs {
  /** How the library is reached; with it, its content is read. */
  connectionString?: pulumi.Input<string | undefined>;
  /** Which libraries are read: `defaultSiteLibrary`, `allSiteLibraries` or `useQuery`. */
  containerName?: pulumi.Input<string | undefined>;
  /** Which content is read, for `useQuery`. */
  query?: pulumi.Input<string | undefined>;
  /** How the content is read. */
  ingestionParameters?: pulumi.Input<IngestionParametersArgs | undefined>;
  /** Which content is asked, where none is read. */
  filterExpression?: pulumi.Input<string | undefined>;
  /** The metadata that answers show. */
  resourceMetadata?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The type of the containers that are asked. */
  containerTypeId?: pulumi.Input<string | undefined>;
  [more: string]: unknown;
}

/** Arguments of WebParameters. */
export interface WebParametersArgs {
  /** The part of the web that is asked. */
  domains?: pulumi.Input<WebDomainsArgs | undefined>;
  [more: string]: unknown;
}

/** Arguments of WebDomains. */
export interface WebDomainsArgs {
  /** Where content may come from; default is the whole web. */
  allowedDomains?: pulumi.Input<pulumi.Input<WebDomainArgs>[] | undefined>;
  /** Where content must not come from. */
  blockedDomains?: pulumi.Input<pulumi.Input<WebDomainArgs>[] | undefined>;
  [more: string]: unknown;
}

/** Arguments of WebDomain. */
export interface WebDomainArgs {
  /** The domain, or an address in it. */
  address: pulumi.Input<string>;
  /** Whether what is below the address counts as well. */
  includeSubpages?: pulumi.Input<boolean | undefined>;
  [more: string]: unknown;
}

/** SearchIndexParameters. */
export interface SearchIndexParameters {
  /** The name of the index. */
  searchIndexName: string;
  /** The fields that make up the content of an answer. */
  sourceDataFields?: KnowledgeSourceField[] | undefined;
  /** The fields that are searched; default is all that are searchable. */
  searchFields?: KnowledgeSourceField[] | undefined;
  /** The semantic configuration that ranks. */
  semanticConfigurationName?: string | undefined;
}

/** KnowledgeSourceField: A field of the index. */
export interface KnowledgeSourceField {
  /** The name of the field. */
  name: string;
}

/** BlobParameters. */
export interface BlobParameters {
  /** How the storage account is reached. */
  connectionString?: string | undefined;
  /** The name of the container. */
  containerName?: string | undefined;
  /** The folder in the container; default is the whole. */
  folderPath?: string | undefined;
  /** Whether the account has a hierarchy of folders. */
  isADLSGen2?: boolean | undefined;
  /** How the content is read. */
  ingestionParameters?: IngestionParameters | undefined;
}

/** IngestionParameters. */
export interface IngestionParameters {
  /** The managed identity that reads the content. */
  identity?: { [name: string]: unknown } | undefined;
  /** How content is taken from files: their text, or with `aiServices` tables and layout as well. */
  contentExtractionMode?: "minimal" | "standard" | undefined;
  /** The service that takes files apart, needed for `standard`. */
  aiServices?: IngestionServices | undefined;
  /** The model that makes vectors of the content. */
  embeddingModel?: IngestionModel | undefined;
  /** The model that puts images into words. */
  chatCompletionModel?: IngestionModel | undefined;
  /** Whether images are not put into words. */
  disableImageVerbalization?: boolean | undefined;
  /** Where images that were found are kept. */
  assetStore?: { [name: string]: unknown } | undefined;
  /** When the content is read again. */
  ingestionSchedule?: IngestionSchedule | undefined;
  /** Which permissions are read with the content: `userIds`, `groupIds`, `rbacScope`. */
  ingestionPermissionOptions?: string[] | undefined;
}

/** IngestionServices. */
export interface IngestionServices {
  /** The address. */
  uri: string;
  /** The API key. */
  apiKey?: string | undefined;
}

/** IngestionModel. */
export interface IngestionModel {
  /** The kind of model, which says under which name its parameters are. */
  kind: string;
}

/** IngestionSchedule. */
export interface IngestionSchedule {
  /** The time between two runs, as ISO 8601 duration: `P1D`. */
  interval: string;
  /** The time of the first run, as ISO 8601 time. */
  startTime?: string | undefined;
}

/** LibraryOnlineParameters. */
export interface LibraryOnlineParameters {
  /** How the library is reached; with it, its content is read. */
  connectionString?: string | undefined;
  /** Which libraries are read: `defaultSiteLibrary`, `allSiteLibraries` or `useQuery`. */
  containerName?: string | undefined;
  /** Which content is read, for `useQuery`. */
  query?: string | undefined;
  /** How the content is read. */
  ingestionParameters?: IngestionParameters | undefined;
  /** Which content is asked, where none is read. */
  filterExpression?: string | undefined;
  /** The metadata that answers show. */
  resourceMetadata?: string[] | undefined;
  /** The type of the containers that are asked. */
  containerTypeId?: string | undefined;
}

/** WebParameters. */
export interface WebParameters {
  /** The part of the web that is asked. */
  domains?: WebDomains | undefined;
}

/** WebDomains. */
export interface WebDomains {
  /** Where content may come from; default is the whole web. */
  allowedDomains?: WebDomain[] | undefined;
  /** Where content must not come from. */
  blockedDomains?: WebDomain[] | undefined;
}

/** WebDomain. */
export interface WebDomain {
  /** The domain, or an address in it. */
  address: string;
  /** Whether what is below the address counts as well. */
  includeSubpages?: boolean | undefined;
}

/** Arguments of AnswerSynthesisConfiguration. */
export interface AnswerSynthesisConfigurationArgs {
  /** The address of the language model's service. */
  resourceUri: pulumi.Input<string>;
  /** The deployment of the language model. */
  deploymentId: pulumi.Input<string>;
  /** The name of the language model. */
  modelName: pulumi.Input<string>;
}

/** AnswerSynthesisConfiguration. */
export interface AnswerSynthesisConfiguration {
  /** The address of the language model's service. */
  resourceUri: string;
  /** The deployment of the language model. */
  deploymentId: string;
  /** The name of the language model. */
  modelName: string;
}

/** SearchHit: A document that was found. */
export interface SearchHit {
  /** How well the document fits, by the service's own measure. */
  score: number;
  /** The score of semantic ranking. */
  rerankerScore?: number | undefined;
  /** The highlighted parts, by field. */
  highlights?: { [name: string]: unknown } | undefined;
  /** The captions of semantic ranking. */
  captions?: { [name: string]: unknown }[] | undefined;
  /** The selected fields of the document, with integers beyond 2^53 as text. */
  document: { [field: string]: unknown };
}

/** VectorQuery: A query for near vectors. */
export interface VectorQuery {
  /** Whether the query is a vector, or text that the field's vectorizer embeds. */
  kind: "vector" | "text";
  /** The vector of a query of kind `vector`. */
  vector?: number[] | undefined;
  /** The text of a query of kind `text`. */
  text?: string | undefined;
  /** The vector fields to search, separated by commas. */
  fields: string;
  /** How many nearest neighbours are found. */
  k?: number | undefined;
  /** Whether every vector is compared. */
  exhaustive?: boolean | undefined;
  /** How much the query counts beside others; default 1. */
  weight?: number | undefined;
}

/** Arguments of VectorQuery: A query for near vectors. */
export interface VectorQueryArgs {
  /** Whether the query is a vector, or text that the field's vectorizer embeds. */
  kind: pulumi.Input<"vector" | "text">;
  /** The vector of a query of kind `vector`. */
  vector?: pulumi.Input<pulumi.Input<number>[] | undefined>;
  /** The text of a query of kind `text`. */
  text?: pulumi.Input<string | undefined>;
  /** The vector fields to search, separated by commas. */
  fields: pulumi.Input<string>;
  /** How many nearest neighbours are found. */
  k?: pulumi.Input<number | undefined>;
  /** Whether every vector is compared. */
  exhaustive?: pulumi.Input<boolean | undefined>;
  /** How much the query counts beside others; default 1. */
  weight?: pulumi.Input<number | undefined>;
}

/** DocumentResult: What became of one document. */
export interface DocumentResult {
  /** The key of the document. */
  key: string;
  /** Whether it was done. */
  status: boolean;
  /** The HTTP status of this one document; 0 when the service never said. */
  statusCode: number;
  /** Why it was not done. */
  errorMessage?: string | undefined;
}

/** DocumentAction: What is done to one document. */
export interface DocumentAction {
  /** What is done to the document. */
  action: "upload" | "merge" | "mergeOrUpload" | "delete";
  /** The document, with the key field; integers beyond 2^53 stand as text. */
  document: object;
}

/** Arguments of DocumentAction: What is done to one document. */
export interface DocumentActionArgs {
  /** What is done to the document. */
  action: pulumi.Input<"upload" | "merge" | "mergeOrUpload" | "delete">;
  /** The document, with the key field; integers beyond 2^53 stand as text. */
  document: pulumi.Input<object>;
}

/** Suggestion: A suggestion. */
export interface Suggestion {
  /** The suggested text. */
  text: string;
  /** The selected fields of the document. */
  document: { [field: string]: unknown };
}

/** AnswerSource: Content that an answer rests on. */
export interface AnswerSource {
  /** What the source is known by, for example the key of a document. */
  id: string;
  /** What the source says. */
  content: string;
  /** How near the content is to the question. */
  relevanceScore: number;
}

/** The arguments of `Index`. */
export interface IndexArgs {
  /** The name, unique in its search service; default is the Pulumi name. */
  name?: pulumi.Input<string | undefined>;
  /** The fields; exactly one is the key. */
  fields: pulumi.Input<pulumi.Input<IndexFieldArgs>[]>;
  /** The vector configuration. */
  vectorSearch?: pulumi.Input<VectorSearchArgs | undefined>;
  /** The semantic configuration. */
  semantic?: pulumi.Input<SemanticArgs | undefined>;
  /** The suggester, at most one. */
  suggesters?: pulumi.Input<pulumi.Input<SuggesterArgs>[] | undefined>;
  /** The scoring profiles. */
  scoringProfiles?: pulumi.Input<pulumi.Input<ScoringProfileArgs>[] | undefined>;
  /** The name of the scoring profile for queries that name none. */
  defaultScoringProfile?: pulumi.Input<string | undefined>;
  /** Which web pages may query the index. */
  corsOptions?: pulumi.Input<
    | {
        /** The origins that may query the index, or `*`. */
        allowedOrigins: pulumi.Input<pulumi.Input<string>[]>;
        /** Seconds that a browser remembers the permission; default 300. */
        maxAgeInSeconds?: pulumi.Input<number | undefined>;
      }
    | undefined
  >;
  /** What the index is for. */
  description?: pulumi.Input<string | undefined>;
  /**
   * Whether an update may take the index offline for some seconds, which a new analyzer needs;
   * default is `false`.
   */
  allowIndexDowntime?: pulumi.Input<boolean | undefined>;
  /**
   * The analyzers that fields may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  analyzers?: pulumi.Input<pulumi.Input<AnalysisPartArgs>[] | undefined>;
  /**
   * The tokenizers that analyzers may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  tokenizers?: pulumi.Input<pulumi.Input<AnalysisPartArgs>[] | undefined>;
  /**
   * The token filters that analyzers may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  tokenFilters?: pulumi.Input<pulumi.Input<AnalysisPartArgs>[] | undefined>;
  /**
   * The character filters that analyzers may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  charFilters?: pulumi.Input<pulumi.Input<AnalysisPartArgs>[] | undefined>;
  /**
   * The normalizers that fields may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  normalizers?: pulumi.Input<pulumi.Input<AnalysisPartArgs>[] | undefined>;
  /** The algorithm that scores text. */
  similarity?: pulumi.Input<
    | {
        /** The algorithm, in the service's own form. */
        "@odata.type": pulumi.Input<string>;
        /** How soon more occurrences of a word stop counting. */
        k1?: pulumi.Input<number | undefined>;
        /** How much the length of a text counts, 0 to 1. */
        b?: pulumi.Input<number | undefined>;
      }
    | undefined
  >;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
  /**
   * What a replacement does: `deleteFirst` (default) deletes the old one, then creates the new one
   * under the same name; `createFirst` creates the new one under a name of its own, `{name}-` and
   * six digits of a hash, and deletes the old one when all that refers to it has followed.
   */
  onReplace?: pulumi.Input<"createFirst" | "deleteFirst" | undefined>;
}

/** A search index: named fields by which documents are stored and queried. */
export interface Index extends pulumi.CustomResource {
  /** The name, unique in its search service; default is the Pulumi name. */
  readonly name: pulumi.Output<string>;
  /** The fields; exactly one is the key. */
  readonly fields: pulumi.Output<IndexField[]>;
  /** The vector configuration. */
  readonly vectorSearch: pulumi.Output<VectorSearch | undefined>;
  /** The semantic configuration. */
  readonly semantic: pulumi.Output<Semantic | undefined>;
  /** The suggester, at most one. */
  readonly suggesters: pulumi.Output<Suggester[] | undefined>;
  /** The scoring profiles. */
  readonly scoringProfiles: pulumi.Output<ScoringProfile[] | undefined>;
  /** The name of the scoring profile for queries that name none. */
  readonly defaultScoringProfile: pulumi.Output<string | undefined>;
  /** Which web pages may query the index. */
  readonly corsOptions: pulumi.Output<
    | {
        /** The origins that may query the index, or `*`. */
        allowedOrigins: string[];
        /** Seconds that a browser remembers the permission; default 300. */
        maxAgeInSeconds?: number | undefined;
      }
    | undefined
  >;
  /** What the index is for. */
  readonly description: pulumi.Output<string | undefined>;
  /**
   * Whether an update may take the index offline for some seconds, which a new analyzer needs;
   * default is `false`.
   */
  readonly allowIndexDowntime: pulumi.Output<boolean | undefined>;
  /**
   * The analyzers that fields may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  readonly analyzers: pulumi.Output<AnalysisPart[] | undefined>;
  /**
   * The tokenizers that analyzers may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  readonly tokenizers: pulumi.Output<AnalysisPart[] | undefined>;
  /**
   * The token filters that analyzers may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  readonly tokenFilters: pulumi.Output<AnalysisPart[] | undefined>;
  /**
   * The character filters that analyzers may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  readonly charFilters: pulumi.Output<AnalysisPart[] | undefined>;
  /**
   * The normalizers that fields may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  readonly normalizers: pulumi.Output<AnalysisPart[] | undefined>;
  /** The algorithm that scores text. */
  readonly similarity: pulumi.Output<
    | {
        /** The algorithm, in the service's own form. */
        "@odata.type": string;
        /** How soon more occurrences of a word stop counting. */
        k1?: number | undefined;
        /** How much the length of a text counts, 0 to 1. */
        b?: number | undefined;
      }
    | undefined
  >;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /**
   * What a replacement does: `deleteFirst` (default) deletes the old one, then creates the new one
   * under the same name; `createFirst` creates the new one under a name of its own, `{name}-` and
   * six digits of a hash, and deletes the old one when all that refers to it has followed.
   */
  readonly onReplace: pulumi.Output<"createFirst" | "deleteFirst" | undefined>;
  /** Changes with every write. */
  readonly etag: pulumi.Output<string>;
}

/** A search index: named fields by which documents are stored and queried. */
export const Index: ResourceClass<Index, IndexArgs> = resourceClass("search:Index");

/** The arguments of `Documents`. */
export interface DocumentsArgs {
  /** The name of the index. */
  index: pulumi.Input<string>;
  /**
   * The documents, each with the key field: an array, where integers beyond 2^53 stand as text, or
   * an asset with a JSON array or JSON Lines.
   */
  documents: pulumi.Input<object[] | pulumi.asset.Asset>;
  /**
   * How a document is sent: as a whole (`upload`), or over the fields of one that must (`merge`) or
   * may (`mergeOrUpload`) exist.
   */
  action?: pulumi.Input<"upload" | "merge" | "mergeOrUpload" | undefined>;
  /**
   * What a refresh compares: the fields that the service returns (default up to 1000 documents), how
   * many documents there are (default above), or nothing.
   */
  verify?: pulumi.Input<"content" | "count" | "none" | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/**
 * Documents of an index, owned by key: changed ones are sent again, removed ones deleted, others'
 * left alone.
 */
export interface Documents extends pulumi.CustomResource {
  /** The name of the index. */
  readonly index: pulumi.Output<string>;
  /**
   * How a document is sent: as a whole (`upload`), or over the fields of one that must (`merge`) or
   * may (`mergeOrUpload`) exist.
   */
  readonly action: pulumi.Output<"upload" | "merge" | "mergeOrUpload">;
  /**
   * What a refresh compares: the fields that the service returns (default up to 1000 documents), how
   * many documents there are (default above), or nothing.
   */
  readonly verify: pulumi.Output<"content" | "count" | "none" | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** How many documents there are of those declared. */
  readonly count: pulumi.Output<number>;
  /** The name of the key field. */
  readonly keyField: pulumi.Output<string>;
  /** A short hash of every document, by key. */
  readonly hashes: pulumi.Output<{ [name: string]: string }>;
  /** A short hash of all documents together. */
  readonly digest: pulumi.Output<string>;
}

/**
 * Documents of an index, owned by key: changed ones are sent again, removed ones deleted, others'
 * left alone.
 */
export const Documents: ResourceClass<Documents, DocumentsArgs> = resourceClass("search:Documents");

/** The arguments of `KnowledgeSource`. */
export interface KnowledgeSourceArgs {
  /** The name, unique in its search service; default is the Pulumi name. */
  name?: pulumi.Input<string | undefined>;
  /** Where the content is. */
  kind: pulumi.Input<"searchIndex" | "blob" | "libraryOnline" | "web">;
  /** What the source knows. */
  description?: pulumi.Input<string | undefined>;
  /** The parameters of the kind `searchIndex`, which needs them. */
  searchIndexParameters?: pulumi.Input<SearchIndexParametersArgs | undefined>;
  /** The parameters of the kind `blob`; more of them are passed on as they are. */
  blobParameters?: pulumi.Input<BlobParametersArgs | undefined>;
  /** The parameters of the kind `libraryOnline`; more of them are passed on as they are. */
  libraryOnlineParameters?: pulumi.Input<LibraryOnlineParametersArgs | undefined>;
  /** The parameters of the kind `web`; more of them are passed on as they are. */
  webParameters?: pulumi.Input<WebParametersArgs | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/** A knowledge source: where a knowledge base finds content, for example an index. */
export interface KnowledgeSource extends pulumi.CustomResource {
  /** The name, unique in its search service; default is the Pulumi name. */
  readonly name: pulumi.Output<string>;
  /** Where the content is. */
  readonly kind: pulumi.Output<"searchIndex" | "blob" | "libraryOnline" | "web">;
  /** What the source knows. */
  readonly description: pulumi.Output<string | undefined>;
  /** The parameters of the kind `searchIndex`, which needs them. */
  readonly searchIndexParameters: pulumi.Output<SearchIndexParameters | undefined>;
  /** The parameters of the kind `blob`; more of them are passed on as they are. */
  readonly blobParameters: pulumi.Output<BlobParameters | undefined>;
  /** The parameters of the kind `libraryOnline`; more of them are passed on as they are. */
  readonly libraryOnlineParameters: pulumi.Output<LibraryOnlineParameters | undefined>;
  /** The parameters of the kind `web`; more of them are passed on as they are. */
  readonly webParameters: pulumi.Output<WebParameters | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** Changes with every write. */
  readonly etag: pulumi.Output<string>;
}

/** A knowledge source: where a knowledge base finds content, for example an index. */
export const KnowledgeSource: ResourceClass<KnowledgeSource, KnowledgeSourceArgs> =
  resourceClass("search:KnowledgeSource");

/** The arguments of `KnowledgeBase`. */
export interface KnowledgeBaseArgs {
  /** The name, unique in its search service; default is the Pulumi name. */
  name?: pulumi.Input<string | undefined>;
  /** The names of the knowledge sources. */
  knowledgeSources: pulumi.Input<pulumi.Input<string>[]>;
  /** What the base knows. */
  description?: pulumi.Input<string | undefined>;
  /** What an answer is: the content that was found, or a text that a language model makes of it. */
  outputMode?: pulumi.Input<"rawContent" | "answerSynthesis" | undefined>;
  /** The language model that makes the answers, needed for `answerSynthesis`. */
  answerSynthesisConfiguration?: pulumi.Input<AnswerSynthesisConfigurationArgs | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/** A knowledge base: knowledge sources that together answer questions in natural language. */
export interface KnowledgeBase extends pulumi.CustomResource {
  /** The name, unique in its search service; default is the Pulumi name. */
  readonly name: pulumi.Output<string>;
  /** The names of the knowledge sources. */
  readonly knowledgeSources: pulumi.Output<string[]>;
  /** What the base knows. */
  readonly description: pulumi.Output<string | undefined>;
  /** What an answer is: the content that was found, or a text that a language model makes of it. */
  readonly outputMode: pulumi.Output<"rawContent" | "answerSynthesis" | undefined>;
  /** The language model that makes the answers, needed for `answerSynthesis`. */
  readonly answerSynthesisConfiguration: pulumi.Output<AnswerSynthesisConfiguration | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** Changes with every write. */
  readonly etag: pulumi.Output<string>;
}

/** A knowledge base: knowledge sources that together answer questions in natural language. */
export const KnowledgeBase: ResourceClass<KnowledgeBase, KnowledgeBaseArgs> = resourceClass("search:KnowledgeBase");

/** What `listIndexes` gives. */
export type ListIndexesResult = {
  /** The id, as the class has it. */
  id: string;
  /** The name, unique in its search service; default is the Pulumi name. */
  name?: string | undefined;
  /** The fields; exactly one is the key. */
  fields?: IndexField[] | undefined;
  /** The vector configuration. */
  vectorSearch?: VectorSearch | undefined;
  /** The semantic configuration. */
  semantic?: Semantic | undefined;
  /** The suggester, at most one. */
  suggesters?: Suggester[] | undefined;
  /** The scoring profiles. */
  scoringProfiles?: ScoringProfile[] | undefined;
  /** The name of the scoring profile for queries that name none. */
  defaultScoringProfile?: string | undefined;
  /** Which web pages may query the index. */
  corsOptions?:
    | {
        /** The origins that may query the index, or `*`. */
        allowedOrigins: string[];
        /** Seconds that a browser remembers the permission; default 300. */
        maxAgeInSeconds?: number | undefined;
      }
    | undefined;
  /** What the index is for. */
  description?: string | undefined;
  /**
   * The analyzers that fields may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  analyzers?: AnalysisPart[] | undefined;
  /**
   * The tokenizers that analyzers may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  tokenizers?: AnalysisPart[] | undefined;
  /**
   * The token filters that analyzers may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  tokenFilters?: AnalysisPart[] | undefined;
  /**
   * The character filters that analyzers may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  charFilters?: AnalysisPart[] | undefined;
  /**
   * The normalizers that fields may name; each can be added to a live index only with
   * `allowIndexDowntime`.
   */
  normalizers?: AnalysisPart[] | undefined;
  /** The algorithm that scores text. */
  similarity?:
    | {
        /** The algorithm, in the service's own form. */
        "@odata.type": string;
        /** How soon more occurrences of a word stop counting. */
        k1?: number | undefined;
        /** How much the length of a text counts, 0 to 1. */
        b?: number | undefined;
      }
    | undefined;
  /** Changes with every write. */
  etag?: string | undefined;
}[];

/** The indexes of the search service, with their whole definitions. */
export function listIndexes(args?: Record<string, never>, options?: InvokeOptions): Promise<ListIndexesResult> {
  return promised("search:listIndexes", args, options);
}

/**
 * The indexes of the search service, with their whole definitions. For use inside a Pulumi
 * program.
 */
export function listIndexesOutput(
  args?: Record<string, never>,
  options?: InvokeOutputOptions,
): pulumi.Output<ListIndexesResult> {
  return output("search:listIndexes", args, options);
}

/** What `listKnowledgeSources` gives. */
export type ListKnowledgeSourcesResult = {
  /** The id, as the class has it. */
  id: string;
  /** The name, unique in its search service; default is the Pulumi name. */
  name?: string | undefined;
  /** Where the content is. */
  kind?: "searchIndex" | "blob" | "libraryOnline" | "web" | undefined;
  /** What the source knows. */
  description?: string | undefined;
  /** The parameters of the kind `searchIndex`, which needs them. */
  searchIndexParameters?: SearchIndexParameters | undefined;
  /** The parameters of the kind `blob`; more of them are passed on as they are. */
  blobParameters?: BlobParameters | undefined;
  /** The parameters of the kind `libraryOnline`; more of them are passed on as they are. */
  libraryOnlineParameters?: LibraryOnlineParameters | undefined;
  /** The parameters of the kind `web`; more of them are passed on as they are. */
  webParameters?: WebParameters | undefined;
  /** Changes with every write. */
  etag?: string | undefined;
}[];

/** The knowledge sources of the search service. */
export function listKnowledgeSources(
  args?: Record<string, never>,
  options?: InvokeOptions,
): Promise<ListKnowledgeSourcesResult> {
  return promised("search:listKnowledgeSources", args, options);
}

/** The knowledge sources of the search service. For use inside a Pulumi program. */
export function listKnowledgeSourcesOutput(
  args?: Record<string, never>,
  options?: InvokeOutputOptions,
): pulumi.Output<ListKnowledgeSourcesResult> {
  return output("search:listKnowledgeSources", args, options);
}

/** What `listKnowledgeBases` gives. */
export type ListKnowledgeBasesResult = {
  /** The id, as the class has it. */
  id: string;
  /** The name, unique in its search service; default is the Pulumi name. */
  name?: string | undefined;
  /** The names of the knowledge sources. */
  knowledgeSources?: string[] | undefined;
  /** What the base knows. */
  description?: string | undefined;
  /** What an answer is: the content that was found, or a text that a language model makes of it. */
  outputMode?: "rawContent" | "answerSynthesis" | undefined;
  /** The language model that makes the answers, needed for `answerSynthesis`. */
  answerSynthesisConfiguration?: AnswerSynthesisConfiguration | undefined;
  /** Changes with every write. */
  etag?: string | undefined;
}[];

/** The knowledge bases of the search service. */
export function listKnowledgeBases(
  args?: Record<string, never>,
  options?: InvokeOptions,
): Promise<ListKnowledgeBasesResult> {
  return promised("search:listKnowledgeBases", args, options);
}

/** The knowledge bases of the search service. For use inside a Pulumi program. */
export function listKnowledgeBasesOutput(
  args?: Record<string, never>,
  options?: InvokeOutputOptions,
): pulumi.Output<ListKnowledgeBasesResult> {
  return output("search:listKnowledgeBases", args, options);
}

/** The arguments of `searchDocuments`. */
export interface SearchDocumentsArgs {
  /** The name of the index. */
  index: string;
  /** The full-text query. */
  search?: string | undefined;
  /** The OData filter expression. */
  filter?: string | undefined;
  /** The fields to return, separated by commas. */
  select?: string | undefined;
  /** How many results, 1 to 1000, by default 50; with `all`, how many on a page. */
  top?: number | undefined;
  /** How many results are skipped. */
  skip?: number | undefined;
  /** The vector queries; with `search` as well, the query is hybrid. */
  vectorQueries?: VectorQuery[] | undefined;
  /** The semantic configuration that ranks the results. */
  semanticConfiguration?: string | undefined;
  /** Whether all results are counted. */
  count?: boolean | undefined;
  /** What the results are ordered by, separated by commas: `price desc, title`. */
  orderby?: string | undefined;
  /** The fields that are searched, separated by commas. */
  searchFields?: string | undefined;
  /** Whether any or all words must be found. */
  searchMode?: "any" | "all" | undefined;
  /** The syntax of the query. */
  queryType?: "simple" | "full" | "semantic" | undefined;
  /** The fields to count values of, each with its parameters. */
  facets?: string[] | undefined;
  /** The fields whose hits are highlighted, separated by commas. */
  highlight?: string | undefined;
  /** The scoring profile. */
  scoringProfile?: string | undefined;
  /** The parameters of the scoring profile's functions. */
  scoringParameters?: string[] | undefined;
  /** Which answers semantic ranking extracts. */
  answers?: string | undefined;
  /** Which captions semantic ranking extracts. */
  captions?: string | undefined;
  /** Whether the filter comes before or after the vector query. */
  vectorFilterMode?: "preFilter" | "postFilter" | undefined;
  /** Whether every page is followed to the last result. */
  all?: boolean | undefined;
}

/** The arguments of `searchDocumentsOutput`. */
export interface SearchDocumentsOutputArgs {
  /** The name of the index. */
  index: pulumi.Input<string>;
  /** The full-text query. */
  search?: pulumi.Input<string | undefined>;
  /** The OData filter expression. */
  filter?: pulumi.Input<string | undefined>;
  /** The fields to return, separated by commas. */
  select?: pulumi.Input<string | undefined>;
  /** How many results, 1 to 1000, by default 50; with `all`, how many on a page. */
  top?: pulumi.Input<number | undefined>;
  /** How many results are skipped. */
  skip?: pulumi.Input<number | undefined>;
  /** The vector queries; with `search` as well, the query is hybrid. */
  vectorQueries?: pulumi.Input<pulumi.Input<VectorQueryArgs>[] | undefined>;
  /** The semantic configuration that ranks the results. */
  semanticConfiguration?: pulumi.Input<string | undefined>;
  /** Whether all results are counted. */
  count?: pulumi.Input<boolean | undefined>;
  /** What the results are ordered by, separated by commas: `price desc, title`. */
  orderby?: pulumi.Input<string | undefined>;
  /** The fields that are searched, separated by commas. */
  searchFields?: pulumi.Input<string | undefined>;
  /** Whether any or all words must be found. */
  searchMode?: pulumi.Input<"any" | "all" | undefined>;
  /** The syntax of the query. */
  queryType?: pulumi.Input<"simple" | "full" | "semantic" | undefined>;
  /** The fields to count values of, each with its parameters. */
  facets?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The fields whose hits are highlighted, separated by commas. */
  highlight?: pulumi.Input<string | undefined>;
  /** The scoring profile. */
  scoringProfile?: pulumi.Input<string | undefined>;
  /** The parameters of the scoring profile's functions. */
  scoringParameters?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Which answers semantic ranking extracts. */
  answers?: pulumi.Input<string | undefined>;
  /** Which captions semantic ranking extracts. */
  captions?: pulumi.Input<string | undefined>;
  /** Whether the filter comes before or after the vector query. */
  vectorFilterMode?: pulumi.Input<"preFilter" | "postFilter" | undefined>;
  /** Whether every page is followed to the last result. */
  all?: pulumi.Input<boolean | undefined>;
}

/** What `searchDocuments` gives. */
export interface SearchDocumentsResult {
  /** How many results there are in all, when asked for. */
  count?: number | undefined;
  /** The counted values, by field. */
  facets?: { [name: string]: unknown } | undefined;
  /** The answers of semantic ranking. */
  answers?: { [name: string]: unknown }[] | undefined;
  /** The documents, best first. */
  value: SearchHit[];
}

/** Finds documents of an index by full text, vectors, or both: document 2, "Search documents". */
export function searchDocuments(args: SearchDocumentsArgs, options?: InvokeOptions): Promise<SearchDocumentsResult> {
  return promised("search:searchDocuments", args, options);
}

/**
 * Finds documents of an index by full text, vectors, or both: document 2, "Search documents". For
 * use inside a Pulumi program.
 */
export function searchDocumentsOutput(
  args: SearchDocumentsOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<SearchDocumentsResult> {
  return output("search:searchDocuments", args, options);
}

/** The arguments of `uploadDocuments`. */
export interface UploadDocumentsArgs {
  /** The name of the index. */
  index: string;
  /** What is done, a document each; any number. */
  actions: DocumentAction[];
}

/** The arguments of `uploadDocumentsOutput`. */
export interface UploadDocumentsOutputArgs {
  /** The name of the index. */
  index: pulumi.Input<string>;
  /** What is done, a document each; any number. */
  actions: pulumi.Input<pulumi.Input<DocumentActionArgs>[]>;
}

/** What `uploadDocuments` gives. */
export type UploadDocumentsResult = DocumentResult[];

/** Uploads, merges and deletes documents once, without owning them: document 2, "Upload documents". */
export function uploadDocuments(args: UploadDocumentsArgs, options?: InvokeOptions): Promise<UploadDocumentsResult> {
  return promised("search:uploadDocuments", args, options);
}

/**
 * Uploads, merges and deletes documents once, without owning them: document 2, "Upload documents".
 * For use inside a Pulumi program.
 */
export function uploadDocumentsOutput(
  args: UploadDocumentsOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<UploadDocumentsResult> {
  return output("search:uploadDocuments", args, options);
}

/** The arguments of `suggest`. */
export interface SuggestArgs {
  /** The name of the index. */
  index: string;
  /** The partial text, 1 to 100 characters. */
  search: string;
  /** The name of the suggester. */
  suggesterName: string;
  /** How many suggestions, 1 to 100; by default 5. */
  top?: number | undefined;
  /** The OData filter expression. */
  filter?: string | undefined;
  /** Whether text with a wrong letter is found as well. */
  fuzzy?: boolean | undefined;
  /** What the suggestions are ordered by, separated by commas. */
  orderby?: string | undefined;
  /** The suggester's fields that are searched, separated by commas. */
  searchFields?: string | undefined;
  /** The fields to return, separated by commas; by default the key. */
  select?: string | undefined;
}

/** The arguments of `suggestOutput`. */
export interface SuggestOutputArgs {
  /** The name of the index. */
  index: pulumi.Input<string>;
  /** The partial text, 1 to 100 characters. */
  search: pulumi.Input<string>;
  /** The name of the suggester. */
  suggesterName: pulumi.Input<string>;
  /** How many suggestions, 1 to 100; by default 5. */
  top?: pulumi.Input<number | undefined>;
  /** The OData filter expression. */
  filter?: pulumi.Input<string | undefined>;
  /** Whether text with a wrong letter is found as well. */
  fuzzy?: pulumi.Input<boolean | undefined>;
  /** What the suggestions are ordered by, separated by commas. */
  orderby?: pulumi.Input<string | undefined>;
  /** The suggester's fields that are searched, separated by commas. */
  searchFields?: pulumi.Input<string | undefined>;
  /** The fields to return, separated by commas; by default the key. */
  select?: pulumi.Input<string | undefined>;
}

/** What `suggest` gives. */
export type SuggestResult = Suggestion[];

/** Suggests documents for partial text: document 2, "Suggest". */
export function suggest(args: SuggestArgs, options?: InvokeOptions): Promise<SuggestResult> {
  return promised("search:suggest", args, options);
}

/** Suggests documents for partial text: document 2, "Suggest". For use inside a Pulumi program. */
export function suggestOutput(args: SuggestOutputArgs, options?: InvokeOutputOptions): pulumi.Output<SuggestResult> {
  return output("search:suggest", args, options);
}

/** The arguments of `getIndexStatistics`. */
export interface GetIndexStatisticsArgs {
  /** The name of the index. */
  index: string;
}

/** The arguments of `getIndexStatisticsOutput`. */
export interface GetIndexStatisticsOutputArgs {
  /** The name of the index. */
  index: pulumi.Input<string>;
}

/** What `getIndexStatistics` gives. */
export interface GetIndexStatisticsResult {
  /** How many documents there are. */
  documentCount: number;
  /** How many bytes they take. */
  storageSize: number;
}

/**
 * Gives the number of documents of an index and the bytes they take, as of the last minutes:
 * document 2, "Get index statistics".
 */
export function getIndexStatistics(
  args: GetIndexStatisticsArgs,
  options?: InvokeOptions,
): Promise<GetIndexStatisticsResult> {
  return promised("search:getIndexStatistics", args, options);
}

/**
 * Gives the number of documents of an index and the bytes they take, as of the last minutes:
 * document 2, "Get index statistics". For use inside a Pulumi program.
 */
export function getIndexStatisticsOutput(
  args: GetIndexStatisticsOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<GetIndexStatisticsResult> {
  return output("search:getIndexStatistics", args, options);
}

/** The arguments of `queryKnowledgeBase`. */
export interface QueryKnowledgeBaseArgs {
  /** The name of the knowledge base. */
  knowledgeBase: string;
  /** The question. */
  query: string;
  /** How many sources at most. */
  maxResults?: number | undefined;
}

/** The arguments of `queryKnowledgeBaseOutput`. */
export interface QueryKnowledgeBaseOutputArgs {
  /** The name of the knowledge base. */
  knowledgeBase: pulumi.Input<string>;
  /** The question. */
  query: pulumi.Input<string>;
  /** How many sources at most. */
  maxResults?: pulumi.Input<number | undefined>;
}

/** What `queryKnowledgeBase` gives. */
export interface QueryKnowledgeBaseResult {
  /** The answer; empty when there is none. */
  answer: string;
  /** What the answer rests on, the nearest first. */
  sources: AnswerSource[];
}

/** Asks a knowledge base a question in natural language: document 2, "Query knowledge base". */
export function queryKnowledgeBase(
  args: QueryKnowledgeBaseArgs,
  options?: InvokeOptions,
): Promise<QueryKnowledgeBaseResult> {
  return promised("search:queryKnowledgeBase", args, options);
}

/**
 * Asks a knowledge base a question in natural language: document 2, "Query knowledge base". For
 * use inside a Pulumi program.
 */
export function queryKnowledgeBaseOutput(
  args: QueryKnowledgeBaseOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<QueryKnowledgeBaseResult> {
  return output("search:queryKnowledgeBase", args, options);
}
