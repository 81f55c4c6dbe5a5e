export * from "./generated/search";
