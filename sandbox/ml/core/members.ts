import { z } from "zod";
import type { Service } from "./answers";
import { parentOf } from "./paths";

/** A map of texts, for example tags. */
export const texts = z.record(z.string(), z.string());

/** The identity of a resource. */
export const identity = z.looseObject({ type: z.string() });

/** The location of a resource that declares none: the one it has already, else that of the resource that holds it. */
export function locationOf({ resources }: Service, id: string): string {
  return String((resources.get(id) ?? resources.get(parentOf(id)))?.body.location);
}
