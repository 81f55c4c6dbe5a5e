export * as ml from "./ml";
export * as search from "./search";
export * as local from "./local";
