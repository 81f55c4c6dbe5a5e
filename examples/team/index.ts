// The same shop on two search services, each reached through a provider of its own.
import * as pulumi from "@pulumi/pulumi";
import * as mlplane from "mlplane";
import type { Article } from "./shop";
import { Shop } from "./shop";

const config = new pulumi.Config();
const lamps: Article[] = [
  { id: "1", title: "A blue lamp for the desk", price: 39 },
  { id: "2", title: "A green lamp that hangs from the ceiling", price: 79 },
];

/** The shop of a region, on the service that is configured for it. */
function shopIn(region: string): Shop {
  const provider = new mlplane.Provider(region, {
    searchEndpoint: config.require(`${region}Endpoint`),
    searchApiKey: config.requireSecret(`${region}Key`),
  });
  return new Shop(`${region}-lamps`, { articles: lamps, about: `Lamps for ${region}.` }, provider);
}

const europe = shopIn("europe");
const america = shopIn("america");

export const indexes = [europe.index, america.index];
export const counts = [europe.count(), america.count()];
export const cheap = europe.find("lamp", 50);
export const answer = america.ask("Which lamp is green?");
