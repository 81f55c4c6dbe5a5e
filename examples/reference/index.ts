import * as pulumi from "@pulumi/pulumi";
import * as mlplane from "mlplane";

export * as ml from "./ml";
export * as search from "./search";
export * as local from "./local";

// #region Provider
const config = new pulumi.Config();
const west = new mlplane.Provider("west", {
  searchEndpoint: config.require("westEndpoint"),
  searchApiKey: config.requireSecret("westApiKey"),
});
const articles = new mlplane.search.Index(
  "articles",
  { fields: [{ name: "id", type: "Edm.String", key: true }] },
  { provider: west },
);
// #endregion

export const westIndex = articles.name;
