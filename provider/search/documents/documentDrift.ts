import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Drift, Stored } from "../../core/resource";
import { sayable } from "../../core/json";
import { isBag, type Bag } from "../../core/wire";
import { isDigits } from "./documentForm";
import { isMissing, type Hashes } from "./documentHashes";
import { documentsIn } from "./documentSource";

/**
 * The documents that are declared and those that are there. A read shows only the ones that differ, and tells by their
 * hashes which others are there; an asset whose file cannot be read declares only the keys.
 */
export function documentDrift({ old, new: now }: { old: Stored; new: Stored }, folder: string): Drift {
  const keyField = String(old.outputs["keyField"]);
  const keyOf = (document: Bag): string => String(document[keyField]);
  const there = new Set(
    Object.entries(now.outputs["hashes"] as Hashes).flatMap(([key, hash]) => (isMissing(hash) ? [] : [key])),
  );
  const liveDocuments = Array.isArray(now.inputs["documents"]) ? (now.inputs["documents"] as Bag[]) : [];
  const changed = new Map(
    isDeepStrictEqual(old.inputs["documents"], now.inputs["documents"])
      ? []
      : liveDocuments.map((document) => [keyOf(document), document]),
  );
  const declared =
    declaredIn(old.inputs["documents"], folder) ??
    Object.keys(old.outputs["hashes"] as Bag).map((key) => ({ [keyField]: key }));
  const pairs = declared.map((document): Pair => {
    const [key, live] = [keyOf(document), changed.get(keyOf(document))];
    return !there.has(key) ? [document] : live === undefined ? [document, document] : compared(document, live);
  });
  return {
    declared: { ...old.inputs, documents: pairs.map(([ours]) => ours) },
    live: { ...now.inputs, documents: pairs.flatMap(([, theirs]) => (theirs === undefined ? [] : [theirs])) },
    key: keyField,
  };
}

/** A declared document and the live one, if there is one. */
type Pair = [Bag, Bag?];

/**
 * A declared document and the changed one, of fields that both show; where these are all as declared, the change lies
 * in others.
 */
function compared(declared: Bag, live: Bag): Pair {
  const names = Object.keys(declared).filter((name) => Object.hasOwn(live, name));
  const ours = Object.fromEntries(names.map((name) => [name, declared[name]]));
  const theirs = Object.fromEntries(names.map((name) => [name, inFormOf(declared[name], live[name])]));
  if (!isDeepStrictEqual(ours, theirs)) return [ours, theirs];
  const others = Object.entries(live).filter(([name, value]) => value !== null && !Object.hasOwn(declared, name));
  return others.length > 0 ? [ours, { ...theirs, ...Object.fromEntries(others) }] : [declared, live];
}

/** A live value in the form of the declared one, where they mean the same, without members that are not declared. */
function inFormOf(declared: unknown, live: unknown): unknown {
  if (isBag(declared) && isBag(live)) {
    return Object.fromEntries(
      Object.entries(live)
        .filter(([name]) => Object.hasOwn(declared, name))
        .map(([name, value]) => [name, inFormOf(declared[name], value)]),
    );
  }
  if (Array.isArray(declared)) {
    if (live === null && declared.length === 0) return declared;
    return Array.isArray(live) && live.length === declared.length
      ? live.map((item, index) => inFormOf(declared[index], item))
      : live;
  }
  if (isTime(declared) && isTime(live)) return Date.parse(declared) === Date.parse(live) ? declared : live;
  return isDigits(declared) && typeof live === "number" && Number(declared) === live ? declared : live;
}

const isTime = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

function declaredIn(source: unknown, folder: string): Bag[] | undefined {
  try {
    const documents = documentsIn(
      isBag(source) && typeof source["path"] === "string"
        ? { ...source, path: resolve(folder, source["path"]) }
        : source,
    );
    return sayable(documents) as Bag[];
  } catch {
    return undefined;
  }
}
