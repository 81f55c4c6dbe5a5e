export * as ml from "./ml";
export * as search from "./generated/search";
export * as local from "./generated/local";
export { Provider, type ProviderArgs } from "./provider";
export { ApiError } from "../provider/core/errors";
