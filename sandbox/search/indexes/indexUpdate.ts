import { isDeepStrictEqual } from "node:util";
import { notAllowed } from "../refusal";
import { type Leaf, leaves } from "./field";
import type { Index } from "./indexSchema";

/** What may change of a field that exists; everything else may not. */
const changeable = new Set(["retrievable", "searchAnalyzer", "synonymMaps", "vectorSearchProfile"]);

/** The definitions that can be added to a live index only while it is offline, and never changed. */
const analysis = ["analyzers", "tokenizers", "tokenFilters", "charFilters", "normalizers"] as const;

/**
 * Throws 400 when the service would not change the index `before` into `after` in place; `downtime` is
 * `allowIndexDowntime`.
 */
export function checkIndexUpdate(before: Index, after: Index, downtime: boolean): void {
  checkFields(leaves(before.fields), leaves(after.fields));
  checkSuggesters(before, after);
  checkVectorSearch(before, after);
  for (const member of analysis) {
    const removed = changed(before[member], after[member]);
    if (removed !== undefined)
      throw notAllowed(`Index update not allowed: '${removed}' of ${member} cannot be changed or removed.`);
    if (after[member].length > before[member].length && !downtime) throw needsDowntime();
  }
  if (before.similarity["@odata.type"] !== after.similarity["@odata.type"])
    throw notAllowed("The similarity algorithm cannot be changed.");
  if (!isDeepStrictEqual(before.similarity, after.similarity) && !downtime) throw needsDowntime();
}

function checkFields(before: Leaf[], after: Leaf[]): void {
  for (const field of before) {
    const now = after.find((each) => each.path === field.path);
    if (now !== undefined && isDeepStrictEqual(fixed(field), fixed(now))) continue;
    const verb = now === undefined ? "deleted" : "changed";
    throw notAllowed(`The request is invalid. Details: field '${field.path}' cannot be ${verb}.`, [
      { code: "CannotChangeExistingField", message: `Existing field '${field.path}' cannot be ${verb}.` },
    ]);
  }
}

/** What may not change of a field; that an attribute is absent, null or false is the same. */
function fixed(field: Leaf): unknown {
  return Object.fromEntries(
    Object.entries(field).filter(([name, value]) => !changeable.has(name) && value !== null && value !== false),
  );
}

function checkSuggesters(before: Index, after: Index): void {
  const suggester = changed(before.suggesters, after.suggesters);
  if (suggester !== undefined) throw notAllowed(`The existing suggester '${suggester}' cannot be changed or removed.`);
  const old = leaves(before.fields).map((field) => field.path);
  const source = after.suggesters
    .slice(before.suggesters.length)
    .flatMap((each) => each.sourceFields)
    .find((name) => old.includes(name));
  if (source !== undefined) throw notAllowed(`The existing field '${source}' cannot be added to a suggester.`);
}

function checkVectorSearch(before: Index, after: Index): void {
  const parts = ({ vectorSearch }: Index): { name: string }[][] => [
    (vectorSearch?.algorithms ?? []).map((algorithm) => ({
      ...algorithm,
      hnswParameters: graphParameters(algorithm.hnswParameters),
    })),
    vectorSearch?.compressions ?? [],
    (vectorSearch?.profiles ?? []).map(({ name, algorithm, compression }) => ({ name, algorithm, compression })),
  ];
  const now = parts(after);
  parts(before).forEach((old, part) => {
    const remaining = old.filter(({ name }) => now[part]?.some((each) => each.name === name));
    const name = changed(remaining, now[part] ?? []);
    if (name !== undefined)
      throw notAllowed(`'${name}' of vectorSearch cannot be changed; the vectors would have to be indexed again.`);
  });
}

/** What the graph is built with; `efSearch` counts only when it is read. */
function graphParameters(parameters: object | null): object | null {
  return parameters === null ? null : { ...parameters, efSearch: undefined };
}

/** The name of the first one of `before` that `after` does not have in the same form. */
function changed(before: { name: string }[], after: { name: string }[]): string | undefined {
  return before.find((old) => !after.some((now) => isDeepStrictEqual(old, now)))?.name;
}

function needsDowntime(): Error {
  return notAllowed(
    "Index update not allowed because it would cause downtime. To add analyzers, tokenizers, token filters or " +
      "character filters to an " +
      "existing index, or to change its similarity settings, set the query parameter 'allowIndexDowntime' to 'true'.",
  );
}
