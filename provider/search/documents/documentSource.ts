import { readFileSync } from "node:fs";
import * as z from "zod";
import { UserError } from "../../core/errors";
import { isBag, type Bag } from "../../core/wire";

/** How the engine marks an asset: this member with this value, beside a `path`, a `text` or a `uri`. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const ASSET = "c44067f5952c0a294b673a41bacd8c17";

/** Documents as they are declared: in the program, or in an asset with a JSON array or JSON Lines. */
export const documentSource = z
  .union([z.array(z.record(z.string(), z.unknown())), z.looseObject({})])
  .meta({ type: "{ [field: string]: any }[] | pulumi.asset.Asset" });

/**
 * The declared documents. Throws an error for an asset that cannot be read or holds something else; it names the line,
 * never
 * what is in it.
 */
export function documentsIn(source: unknown): Bag[] {
  if (Array.isArray(source)) return source as Bag[];
  const elements = elementsOf(textOf(source as Bag));
  const wrong = elements.findIndex((one) => !isBag(one));
  if (wrong >= 0) throw new UserError(`the asset's document ${wrong + 1} is no JSON object`);
  return elements as Bag[];
}

function textOf({ path, text, [SIGNATURE]: signature }: Bag): string {
  if (signature === ASSET && typeof text === "string" && text !== "") return text;
  if (signature !== ASSET || typeof path !== "string")
    throw new UserError("must be an array, a FileAsset or a StringAsset");
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UserError(`the asset's file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** The elements of a JSON array, or those of JSON Lines. */
function elementsOf(text: string): unknown[] {
  const clean = text.replace(/^\uFEFF/, "").trim();
  if (clean.startsWith("[")) return json(clean, "the asset is no JSON array") as unknown[];
  return clean
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [json(line, `line ${index + 1} of the asset is no JSON`)]));
}

function json(text: string, mistake: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UserError(mistake);
  }
}
