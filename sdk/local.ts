export * from "./generated/local";
