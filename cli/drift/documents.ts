import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isBag, type Bag } from "../../provider/core/wire";
import { isMissing, type Hashes } from "../../provider/search/documentHashes";
import { documentsIn } from "../../provider/search/documentSource";

/** The arguments and outputs of `search.Documents`, before and after a read. */
export interface DocumentsRead {
  old: { inputs: Bag; outputs: Bag };
  new: { inputs: Bag; outputs: Bag };
}

/**
 * The documents that are declared and those that are there. A read shows only the ones that differ, and tells by their hashes which
 * others are there; an asset whose file cannot be read declares only the keys.
 * @param folder the folder of the program, in which assets are.
 */
export function documentsOf({ old, new: now }: DocumentsRead, folder: string): { declared: Bag[]; live: Bag[] } {
  const keyField = String(old.outputs["keyField"]);
  const keyOf = (document: Bag): string => String(document[keyField]);
  const there = new Set(Object.entries(now.outputs["hashes"] as Hashes).flatMap(([key, hash]) => (isMissing(hash) ? [] : [key])));
  const shown = Array.isArray(now.inputs["documents"]) ? (now.inputs["documents"] as Bag[]) : [];
  const changed = new Map(isDeepStrictEqual(old.inputs["documents"], now.inputs["documents"]) ? [] : shown.map((document) => [keyOf(document), document]));
  const declared = sourceOf(old.inputs["documents"], folder) ?? Object.keys(old.outputs["hashes"] as Bag).map((key) => ({ [keyField]: key }));
  const live = declared.filter((document) => there.has(keyOf(document))).map((document) => covered(document, changed.get(keyOf(document)) ?? document));
  return { declared, live };
}

/** Of a live document what its declaration covers, where that differs. */
function covered(declared: Bag, live: Bag): Bag {
  const cut = Object.fromEntries(Object.entries(live).filter(([field]) => Object.hasOwn(declared, field)));
  return isDeepStrictEqual(cut, declared) ? live : cut;
}

function sourceOf(source: unknown, folder: string): Bag[] | undefined {
  try {
    return documentsIn(isBag(source) && typeof source["path"] === "string" ? { ...source, path: resolve(folder, source["path"]) } : source);
  } catch {
    return undefined;
  }
}
