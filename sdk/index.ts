export * as ml from "./ml";
export * as search from "./search";
export * as local from "./local";
export { Provider, type ProviderArgs } from "./provider";
export { ApiError } from "../provider/core/errors";
