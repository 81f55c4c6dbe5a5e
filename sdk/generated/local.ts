// Written from the definitions by `npm run generate`: change these, not this.
import type * as pulumi from "@pulumi/pulumi";
import { promised, output, streamed } from "../function";
import type { InvokeOptions, InvokeOutputOptions } from "../options";
import { resourceClass } from "../resource";
import type { ResourceClass, ResourceClassWithOptionalArgs } from "../resource";

/** CatalogEntry: A model that the service offers. */
export interface CatalogEntry {
  /** The identifier, which ends in a colon and the version. */
  name: string;
  /** The name for people. */
  displayName: string;
  /** The version; empty when there is none. */
  version: string;
  /** The format, for example `ONNX`. */
  modelType?: string | undefined;
  /** The primary task, for example `chat-completion`. */
  task?: string | undefined;
  /** The size in megabytes. */
  fileSizeMb?: number | undefined;
  /** Whether the model can call tools. */
  supportsToolCalling: boolean;
  /** The name that all variants of the model share. */
  alias?: string | undefined;
  /** Where the model is downloaded from. */
  uri?: string | undefined;
  /** Who provides it: `VendorLocal` or `ModelHub`. */
  providerType?: string | undefined;
  /** Who made it. */
  publisher?: string | undefined;
}

/** ChatMessage: A message of a conversation. */
export interface ChatMessage {
  /** Who says it. */
  role: "system" | "user" | "assistant";
  /** The text. */
  content: string;
}

/** Arguments of ChatMessage: A message of a conversation. */
export interface ChatMessageArgs {
  /** Who says it. */
  role: pulumi.Input<"system" | "user" | "assistant">;
  /** The text. */
  content: pulumi.Input<string>;
}

/** ChatChoice: One answer of a model. */
export interface ChatChoice {
  /** The place of the choice, from 0. */
  index: number;
  /** The answer. */
  message: {
    /** Who says it. */
    role: string;
    /** The text. */
    content: string;
  };
  /** Why the answer ended: `stop`, `length` or `function_call`; null while it goes on. */
  finishReason: string | null;
}

/** ChatUsage. */
export interface ChatUsage {
  /** The tokens of the question. */
  promptTokens: number;
  /** The tokens of the answer. */
  completionTokens: number;
  /** The tokens of both. */
  totalTokens: number;
}

/** ChatChunkChoice: A piece of one answer of a model. */
export interface ChatChunkChoice {
  /** The place of the choice, from 0. */
  index: number;
  /** What is new since the last chunk. */
  delta: {
    /** Who says it, in the first chunk. */
    role?: string | undefined;
    /** The next piece of the text. */
    content?: string | undefined;
  };
  /** Why the answer ended: `stop`, `length` or `function_call`; null while it goes on. */
  finishReason: string | null;
}

/** The arguments of `CachedModel`. */
export interface CachedModelArgs {
  /**
   * The name, without a version the newest of the catalog, or an alias of the catalog; default is
   * the Pulumi name.
   */
  name?: pulumi.Input<string | undefined>;
  /** Where the model is downloaded from; default is what the catalog says. */
  uri?: pulumi.Input<string | undefined>;
  /** Who provides the model; default is what the catalog says. */
  providerType?: pulumi.Input<"VendorLocal" | "ModelHub" | undefined>;
  /** The token for a model that needs one; it counts for downloads only. */
  token?: pulumi.Input<string | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/**
 * A model in local storage. Its files stay when the resource is deleted: the service has no call
 * that removes them.
 */
export interface CachedModel extends pulumi.CustomResource {
  /**
   * The name, without a version the newest of the catalog, or an alias of the catalog; default is
   * the Pulumi name.
   */
  readonly name: pulumi.Output<string>;
  /** Where the model is downloaded from; default is what the catalog says. */
  readonly uri: pulumi.Output<string | undefined>;
  /** Who provides the model; default is what the catalog says. */
  readonly providerType: pulumi.Output<"VendorLocal" | "ModelHub" | undefined>;
  /** The token for a model that needs one; it counts for downloads only. */
  readonly token: pulumi.Output<string | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** The size in megabytes, when the catalog lists the model. */
  readonly fileSizeMb: pulumi.Output<number | undefined>;
  /** The version; empty for a model without one. */
  readonly version: pulumi.Output<string>;
}

/**
 * A model in local storage. Its files stay when the resource is deleted: the service has no call
 * that removes them.
 */
export const CachedModel: ResourceClassWithOptionalArgs<CachedModel, CachedModelArgs> =
  resourceClass("local:CachedModel");

/** The arguments of `LoadedModel`. */
export interface LoadedModelArgs {
  /**
   * The name of the model, for example `name` of a `CachedModel`; without a version, the newest that
   * is cached.
   */
  model: pulumi.Input<string>;
  /**
   * Seconds without use after which the service unloads the model by itself; default is the
   * service's, ten minutes.
   */
  ttl?: pulumi.Input<number | undefined>;
  /** The execution provider; default is the model's own. */
  ep?: pulumi.Input<"dml" | "cuda" | "qnn" | "cpu" | "webgpu" | undefined>;
  /** Whether the unload ignores the time that is left. */
  force?: pulumi.Input<boolean | undefined>;
  /**
   * Whether a model that the service has unloaded after its time counts as drift, which the next
   * `up` repairs.
   */
  keepLoaded?: pulumi.Input<boolean | undefined>;
  /** Whether one token count proves the model after loading. */
  readyCheck?: pulumi.Input<boolean | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/** A cached model that is loaded into memory, ready to answer. */
export interface LoadedModel extends pulumi.CustomResource {
  /**
   * The name of the model, for example `name` of a `CachedModel`; without a version, the newest that
   * is cached.
   */
  readonly model: pulumi.Output<string>;
  /**
   * Seconds without use after which the service unloads the model by itself; default is the
   * service's, ten minutes.
   */
  readonly ttl: pulumi.Output<number | undefined>;
  /** The execution provider; default is the model's own. */
  readonly ep: pulumi.Output<"dml" | "cuda" | "qnn" | "cpu" | "webgpu" | undefined>;
  /** Whether the unload ignores the time that is left. */
  readonly force: pulumi.Output<boolean>;
  /**
   * Whether a model that the service has unloaded after its time counts as drift, which the next
   * `up` repairs.
   */
  readonly keepLoaded: pulumi.Output<boolean>;
  /** Whether one token count proves the model after loading. */
  readonly readyCheck: pulumi.Output<boolean>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** When the model was loaded, by the service's clock, as ISO 8601 time. */
  readonly loadedAt: pulumi.Output<string>;
}

/** A cached model that is loaded into memory, ready to answer. */
export const LoadedModel: ResourceClass<LoadedModel, LoadedModelArgs> = resourceClass("local:LoadedModel");

/** The arguments of `GpuDevice`. */
export interface GpuDeviceArgs {
  /** The ID of the device. It counts for models that are loaded afterwards. */
  deviceId: pulumi.Input<number>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/** The GPU that the service uses; there is always one, which a delete sets back to what it was. */
export interface GpuDevice extends pulumi.CustomResource {
  /** The ID of the device. It counts for models that are loaded afterwards. */
  readonly deviceId: pulumi.Output<number>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** The ID of the device that was set before, which a delete sets again. */
  readonly previousDeviceId: pulumi.Output<number>;
}

/** The GPU that the service uses; there is always one, which a delete sets back to what it was. */
export const GpuDevice: ResourceClass<GpuDevice, GpuDeviceArgs> = resourceClass("local:GpuDevice");

/** What `listCatalog` gives. */
export type ListCatalogResult = CatalogEntry[];

/** Lists the models that the service offers: document 3, "List catalog". */
export function listCatalog(args?: Record<string, never>, options?: InvokeOptions): Promise<ListCatalogResult> {
  return promised("local:listCatalog", args, options);
}

/**
 * Lists the models that the service offers: document 3, "List catalog". For use inside a Pulumi
 * program.
 */
export function listCatalogOutput(
  args?: Record<string, never>,
  options?: InvokeOutputOptions,
): pulumi.Output<ListCatalogResult> {
  return output("local:listCatalog", args, options);
}

/** What `listCachedModels` gives. */
export type ListCachedModelsResult = string[];

/**
 * Lists the names of the models in local storage, external ones included: document 3, "List cached
 * models".
 */
export function listCachedModels(
  args?: Record<string, never>,
  options?: InvokeOptions,
): Promise<ListCachedModelsResult> {
  return promised("local:listCachedModels", args, options);
}

/**
 * Lists the names of the models in local storage, external ones included: document 3, "List cached
 * models". For use inside a Pulumi program.
 */
export function listCachedModelsOutput(
  args?: Record<string, never>,
  options?: InvokeOutputOptions,
): pulumi.Output<ListCachedModelsResult> {
  return output("local:listCachedModels", args, options);
}

/** What `listLoadedModels` gives. */
export type ListLoadedModelsResult = string[];

/** Lists the names of the models in memory: document 3, "List loaded models". */
export function listLoadedModels(
  args?: Record<string, never>,
  options?: InvokeOptions,
): Promise<ListLoadedModelsResult> {
  return promised("local:listLoadedModels", args, options);
}

/**
 * Lists the names of the models in memory: document 3, "List loaded models". For use inside a
 * Pulumi program.
 */
export function listLoadedModelsOutput(
  args?: Record<string, never>,
  options?: InvokeOutputOptions,
): pulumi.Output<ListLoadedModelsResult> {
  return output("local:listLoadedModels", args, options);
}

/** What `getStatus` gives. */
export interface GetStatusResult {
  /** The addresses on which the service answers; none when it only answers on its pipe. */
  endpoints: string[];
  /** The directory of the models on the service's machine. */
  modelDirPath: string;
  /** The name of the named pipe. */
  pipeName: string;
}

/**
 * Gives the addresses, the model directory and the pipe of the service: document 3, "Server
 * status".
 */
export function getStatus(args?: Record<string, never>, options?: InvokeOptions): Promise<GetStatusResult> {
  return promised("local:getStatus", args, options);
}

/**
 * Gives the addresses, the model directory and the pipe of the service: document 3, "Server
 * status". For use inside a Pulumi program.
 */
export function getStatusOutput(
  args?: Record<string, never>,
  options?: InvokeOutputOptions,
): pulumi.Output<GetStatusResult> {
  return output("local:getStatus", args, options);
}

/** What `getGpuDevice` gives. */
export type GetGpuDeviceResult = number;

/** Gives the ID of the GPU device that is set: document 3, "Get GPU device". */
export function getGpuDevice(args?: Record<string, never>, options?: InvokeOptions): Promise<GetGpuDeviceResult> {
  return promised("local:getGpuDevice", args, options);
}

/**
 * Gives the ID of the GPU device that is set: document 3, "Get GPU device". For use inside a
 * Pulumi program.
 */
export function getGpuDeviceOutput(
  args?: Record<string, never>,
  options?: InvokeOutputOptions,
): pulumi.Output<GetGpuDeviceResult> {
  return output("local:getGpuDevice", args, options);
}

/** The arguments of `countTokens`. */
export interface CountTokensArgs {
  /** The name of the model, for example `id` of a `LoadedModel`. */
  model: string;
  /** The conversation so far, oldest first. */
  messages: ChatMessage[];
}

/** The arguments of `countTokensOutput`. */
export interface CountTokensOutputArgs {
  /** The name of the model, for example `id` of a `LoadedModel`. */
  model: pulumi.Input<string>;
  /** The conversation so far, oldest first. */
  messages: pulumi.Input<pulumi.Input<ChatMessageArgs>[]>;
}

/** What `countTokens` gives. */
export type CountTokensResult = number;

/** Counts the tokens of a conversation without asking the model: document 3, "Count tokens". */
export function countTokens(args: CountTokensArgs, options?: InvokeOptions): Promise<CountTokensResult> {
  return promised("local:countTokens", args, options);
}

/**
 * Counts the tokens of a conversation without asking the model: document 3, "Count tokens". For
 * use inside a Pulumi program.
 */
export function countTokensOutput(
  args: CountTokensOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<CountTokensResult> {
  return output("local:countTokens", args, options);
}

/** The arguments of `chatCompletion`. */
export interface ChatCompletionArgs {
  /** The name of the model, for example `id` of a `LoadedModel`. */
  model: string;
  /** The conversation so far, oldest first. */
  messages: ChatMessage[];
  /** How varied the answer is, 0 to 2. */
  temperature?: number | undefined;
  /** The share of likely words that are considered, 0 to 1. */
  topP?: number | undefined;
  /** The most tokens to generate. */
  maxTokens?: number | undefined;
  /** Positive values encourage new topics, -2 to 2. */
  presencePenalty?: number | undefined;
  /** Positive values discourage repetition, -2 to 2. */
  frequencyPenalty?: number | undefined;
}

/** The arguments of `chatCompletionOutput`. */
export interface ChatCompletionOutputArgs {
  /** The name of the model, for example `id` of a `LoadedModel`. */
  model: pulumi.Input<string>;
  /** The conversation so far, oldest first. */
  messages: pulumi.Input<pulumi.Input<ChatMessageArgs>[]>;
  /** How varied the answer is, 0 to 2. */
  temperature?: pulumi.Input<number | undefined>;
  /** The share of likely words that are considered, 0 to 1. */
  topP?: pulumi.Input<number | undefined>;
  /** The most tokens to generate. */
  maxTokens?: pulumi.Input<number | undefined>;
  /** Positive values encourage new topics, -2 to 2. */
  presencePenalty?: pulumi.Input<number | undefined>;
  /** Positive values discourage repetition, -2 to 2. */
  frequencyPenalty?: pulumi.Input<number | undefined>;
}

/** What `chatCompletion` gives. */
export interface ChatCompletionResult {
  /** The unique identifier of the answer. */
  id: string;
  /** The type of the record. */
  object: string;
  /** When it was made, in seconds since 1970; 0 when the service does not tell. */
  created: number;
  /** The model that answered. */
  model: string;
  /** The answers, usually one. */
  choices: ChatChoice[];
  /** The tokens that were used, when the service tells. */
  usage?: ChatUsage | undefined;
}

/** Asks a loaded model and gives its whole answer: document 3, "Chat completion". */
export function chatCompletion(args: ChatCompletionArgs, options?: InvokeOptions): Promise<ChatCompletionResult> {
  return promised("local:chatCompletion", args, options);
}

/**
 * Asks a loaded model and gives its whole answer: document 3, "Chat completion". For use inside a
 * Pulumi program.
 */
export function chatCompletionOutput(
  args: ChatCompletionOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<ChatCompletionResult> {
  return output("local:chatCompletion", args, options);
}

/** The arguments of `streamChatCompletion`. */
export interface StreamChatCompletionArgs {
  /** The name of the model, for example `id` of a `LoadedModel`. */
  model: string;
  /** The conversation so far, oldest first. */
  messages: ChatMessage[];
  /** How varied the answer is, 0 to 2. */
  temperature?: number | undefined;
  /** The share of likely words that are considered, 0 to 1. */
  topP?: number | undefined;
  /** The most tokens to generate. */
  maxTokens?: number | undefined;
  /** Positive values encourage new topics, -2 to 2. */
  presencePenalty?: number | undefined;
  /** Positive values discourage repetition, -2 to 2. */
  frequencyPenalty?: number | undefined;
}

/** What `streamChatCompletion` gives. */
export interface StreamChatCompletionResult {
  /** The unique identifier of the answer. */
  id: string;
  /** The type of the record. */
  object: string;
  /** When it was made, in seconds since 1970; 0 when the service does not tell. */
  created: number;
  /** The model that answered. */
  model: string;
  /** What is new, usually of one answer. */
  choices: ChatChunkChoice[];
  /** The tokens that were used, when the service tells. */
  usage?: ChatUsage | undefined;
}

/**
 * Asks a loaded model and gives its answer piece by piece; leaving the iteration closes the
 * connection: document 3, "Chat completion".
 */
export function streamChatCompletion(
  args: StreamChatCompletionArgs,
  options?: InvokeOptions,
): Promise<AsyncIterable<StreamChatCompletionResult>> & AsyncIterable<StreamChatCompletionResult> {
  return streamed("local:streamChatCompletion", args, options);
}
