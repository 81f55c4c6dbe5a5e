import type { Mistake } from "../../core/check";
import type { Rebuild } from "../../core/resource";
import { asText, hasUnknown, isBag, isUnknown, type Bag } from "../../core/wire";
import { addedTo, differ, pairsOf, type Named } from "./differ";
import { everyField } from "./field";
import { fieldRebuilds } from "./fieldChanges";
import { builtWith, type VectorSearch } from "./vectorSearch";

/** Analyzers and their parts: added only while the index is offline, changed and removed never. */
const analysis = ["analyzers", "tokenizers", "tokenFilters", "charFilters", "normalizers"] as const;

/**
 * The edits of an index that the service does not make in place, each with its reason. Values that are not known yet
 * say nothing.
 */
export function* indexRebuilds(olds: Bag, news: Bag): Iterable<Rebuild> {
  const [before, after] = [vectorOf(olds), vectorOf(news)];
  yield* fieldRebuilds(
    { fields: olds["fields"], vectorSearch: before },
    { fields: news["fields"], vectorSearch: after },
  );
  yield* suggesterRebuilds(olds, news);
  yield* vectorRebuilds(before, after);
  for (const list of analysis) {
    for (const { was, now } of pairsOf(olds[list], news[list])) {
      if (now === undefined ? !hasUnknown(news[list]) : differ(was, now))
        yield {
          key: list,
          reason: `${list}.${was.name}: it cannot be ${now === undefined ? "removed" : "changed"} in place`,
        };
    }
  }
  if (differ(algorithmOf(olds), algorithmOf(news)))
    yield { key: "similarity", reason: "similarity: the algorithm cannot be changed in place" };
}

/** The edits in place that take a live index offline for some seconds and so need `allowIndexDowntime`. */
export function* downtimes(olds: Bag, news: Bag): Iterable<Mistake> {
  if (news["allowIndexDowntime"] === true || isUnknown(news["allowIndexDowntime"])) return;
  const reason = "takes the live index offline for some seconds; allow it with `allowIndexDowntime: true`";
  for (const list of analysis)
    for (const { position } of addedTo(olds[list], news[list])) yield { path: `${list}[${position}]`, reason };
  for (const member of ["k1", "b"])
    if (differ(similarityOf(olds)[member], similarityOf(news)[member])) yield { path: `similarity.${member}`, reason };
}

function* suggesterRebuilds(olds: Bag, news: Bag): Iterable<Rebuild> {
  const sources = (one: Named): string[] => [...(one["sourceFields"] as string[])].sort();
  for (const { was, now } of pairsOf(olds["suggesters"], news["suggesters"])) {
    if (now === undefined ? !hasUnknown(news["suggesters"]) : differ(sources(was), sources(now))) {
      yield {
        key: "suggesters",
        reason: `suggesters.${was.name}: it cannot be ${now === undefined ? "removed" : "changed"} in place`,
      };
    }
  }
  const existing = everyField(olds["fields"]).map(({ name }) => name);
  for (const { one } of addedTo(olds["suggesters"], news["suggesters"])) {
    const field = sources(one).find((name) => existing.includes(name));
    if (field !== undefined)
      yield {
        key: "suggesters",
        reason: `suggesters.${one.name}: the existing field ${field} cannot be added to a suggester in place`,
      };
  }
}

function* vectorRebuilds(before: VectorSearch, after: VectorSearch): Iterable<Rebuild> {
  const again = "the vectors would have to be indexed again";
  for (const { was, now } of pairsOf(before.algorithms, after.algorithms)) {
    if (now !== undefined && differ(builtWith(was as never), builtWith(now as never)))
      yield { key: "vectorSearch", reason: `vectorSearch.algorithms.${was.name}: ${again}` };
  }
  for (const { was, now } of pairsOf(before.compressions, after.compressions)) {
    if (now !== undefined && differ(was, now))
      yield { key: "vectorSearch", reason: `vectorSearch.compressions.${was.name}: ${again}` };
  }
  for (const { was, now } of pairsOf(before.profiles, after.profiles)) {
    for (const member of ["algorithm", "compression"]) {
      if (now !== undefined && differ(was[member], now[member]))
        yield { key: "vectorSearch", reason: `vectorSearch.profiles.${was.name}.${member}: ${again}` };
    }
  }
}

const vectorOf = ({ vectorSearch }: Bag): VectorSearch => (isBag(vectorSearch) ? vectorSearch : {});
const similarityOf = ({ similarity }: Bag): Bag => (isBag(similarity) ? similarity : {});
/** The last word of a similarity's type; the service's own choice is BM25. */
const algorithmOf = (index: Bag): string =>
  asText(similarityOf(index)["@odata.type"] ?? "BM25Similarity")
    .split(".")
    .at(-1)!;
