import * as z from "zod";
import { duration, secret, writeOnly } from "../../core/marks";

const anything = z.record(z.string(), z.unknown()).optional();

/** A model that ingestion asks, with its parameters in the service's own form. */
const ingestionModel = z
  .looseObject({
    kind: z.string().min(1).describe("The kind of model, which says under which name its parameters are."),
  })
  .meta({ title: "IngestionModel" })
  .optional();

const ingestionParameters = z
  .looseObject({
    identity: anything.describe("The managed identity that reads the content."),
    contentExtractionMode: z
      .enum(["minimal", "standard"])
      .optional()
      .describe("How content is taken from files: their text, or with `aiServices` tables and layout as well."),
    aiServices: z
      .looseObject({
        uri: z.string().min(1).describe("The address."),
        apiKey: z
          .string()
          .optional()
          .meta({ ...secret, ...writeOnly })
          .describe("The API key."),
      })
      .meta({ title: "IngestionServices" })
      .optional()
      .describe("The service that takes files apart, needed for `standard`."),
    embeddingModel: ingestionModel.describe("The model that makes vectors of the content."),
    chatCompletionModel: ingestionModel.describe("The model that puts images into words."),
    disableImageVerbalization: z.boolean().optional().describe("Whether images are not put into words."),
    assetStore: anything.describe("Where images that were found are kept."),
    ingestionSchedule: z
      .looseObject({
        interval: z.string().min(1).meta(duration).describe("The time between two runs, as ISO 8601 duration: `P1D`."),
        startTime: z.string().optional().describe("The time of the first run, as ISO 8601 time."),
      })
      .meta({ title: "IngestionSchedule" })
      .optional()
      .describe("When the content is read again."),
    ingestionPermissionOptions: z
      .array(z.string().min(1))
      .optional()
      .describe("Which permissions are read with the content: `userIds`, `groupIds`, `rbacScope`."),
  })
  .meta({ title: "IngestionParameters" })
  .optional()
  .describe("How the content is read.");

const connectionString = z
  .string()
  .min(1)
  .optional()
  .meta({ ...secret, ...writeOnly });

/** The parameters of the kind `blob`. */
export const blobParameters = z
  .looseObject({
    connectionString: connectionString.describe("How the storage account is reached."),
    containerName: z.string().min(1).optional().describe("The name of the container."),
    folderPath: z.string().optional().describe("The folder in the container; default is the whole."),
    isADLSGen2: z.boolean().optional().describe("Whether the account has a hierarchy of folders."),
    ingestionParameters,
  })
  .meta({ title: "BlobParameters" })
  .optional()
  .describe("The parameters of the kind `blob`; more of them are passed on as they are.");

/** The parameters of the kind `libraryOnline`: of a library that is read into an index, or that is asked itself. */
export const libraryOnlineParameters = z
  .looseObject({
    connectionString: connectionString.describe("How the library is reached; with it, its content is read."),
    containerName: z
      .string()
      .min(1)
      .optional()
      .describe("Which libraries are read: `defaultSiteLibrary`, `allSiteLibraries` or `useQuery`."),
    query: z.string().optional().describe("Which content is read, for `useQuery`."),
    ingestionParameters,
    filterExpression: z.string().optional().describe("Which content is asked, where none is read."),
    resourceMetadata: z.array(z.string().min(1)).optional().describe("The metadata that answers show."),
    containerTypeId: z.string().optional().describe("The type of the containers that are asked."),
  })
  .meta({ title: "LibraryOnlineParameters" })
  .optional()
  .describe("The parameters of the kind `libraryOnline`; more of them are passed on as they are.");

const webDomains = z
  .array(
    z
      .looseObject({
        address: z.string().min(1).describe("The domain, or an address in it."),
        includeSubpages: z.boolean().optional().describe("Whether what is below the address counts as well."),
      })
      .meta({ title: "WebDomain" }),
  )
  .optional();

/** The parameters of the kind `web`. */
export const webParameters = z
  .looseObject({
    domains: z
      .looseObject({
        allowedDomains: webDomains.describe("Where content may come from; default is the whole web."),
        blockedDomains: webDomains.describe("Where content must not come from."),
      })
      .meta({ title: "WebDomains" })
      .optional()
      .describe("The part of the web that is asked."),
  })
  .meta({ title: "WebParameters" })
  .optional()
  .describe("The parameters of the kind `web`; more of them are passed on as they are.");
