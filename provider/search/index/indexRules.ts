import type { Mistake } from "../../core/check";
import { isBag, type Bag } from "../../core/wire";
import { everyField } from "./field";
import { fieldRules } from "./fieldRules";
import { dangling, doubles, namesIn } from "./names";

/**
 * What the service would refuse of an index, as far as its values are known: document 2, "Index" and the tables after
 * it.
 */
export function* indexRules(index: Bag): Iterable<Mistake> {
  const vectorSearch = bagOf(index["vectorSearch"]);
  yield* fieldRules(index["fields"], vectorSearch === undefined ? undefined : namesIn(vectorSearch["profiles"]));
  yield* vectorRules(vectorSearch ?? {});
  const fields = namesOfFields(index["fields"]);
  yield* semanticRules(bagOf(index["semantic"]) ?? {}, fields);
  for (const [position, one] of bags(index["suggesters"])) {
    for (const [place, name] of listOf(one["sourceFields"]))
      yield* dangling(`suggesters[${position}].sourceFields[${place}]`, name, fields, "a field");
  }
  for (const member of ["scoringProfiles", "analyzers", "tokenizers", "tokenFilters", "charFilters", "normalizers"])
    yield* doubles(member, index[member]);
  yield* dangling(
    "defaultScoringProfile",
    index["defaultScoringProfile"],
    namesIn(index["scoringProfiles"]),
    "a scoring profile",
  );
  for (const [position, one] of bags(index["scoringProfiles"])) {
    const weights = bagOf(bagOf(one["text"])?.["weights"]) ?? {};
    for (const name of Object.keys(weights))
      yield* dangling(`scoringProfiles[${position}].text.weights`, name, fields, "a field");
  }
}

function* vectorRules(vectorSearch: Bag): Iterable<Mistake> {
  for (const member of ["profiles", "algorithms", "vectorizers", "compressions"])
    yield* doubles(`vectorSearch.${member}`, vectorSearch[member]);
  for (const [position, profile] of bags(vectorSearch["profiles"])) {
    const at = `vectorSearch.profiles[${position}]`;
    yield* dangling(`${at}.algorithm`, profile["algorithm"], namesIn(vectorSearch["algorithms"]), "an algorithm");
    yield* dangling(`${at}.vectorizer`, profile["vectorizer"], namesIn(vectorSearch["vectorizers"]), "a vectorizer");
    yield* dangling(
      `${at}.compression`,
      profile["compression"],
      namesIn(vectorSearch["compressions"]),
      "a compression",
    );
  }
  for (const [member, kinds] of Object.entries(parameters)) {
    for (const [position, one] of bags(vectorSearch[member])) {
      for (const [kind, name] of Object.entries(kinds)) {
        if (
          typeof one["kind"] === "string" &&
          one["kind"] in kinds &&
          one["kind"] !== kind &&
          one[name] !== undefined
        ) {
          yield { path: `vectorSearch.${member}[${position}].${name}`, reason: `belongs to the kind \`${kind}\`` };
        }
      }
      const argument = kinds[String(one["kind"])];
      if (member === "vectorizers" && argument !== undefined && one[argument] === undefined)
        yield { path: `vectorSearch.${member}[${position}].${argument}`, reason: "is required of this kind" };
    }
  }
}

/** The parameters that go with a kind. */
const parameters: Record<string, Record<string, string>> = {
  algorithms: { hnsw: "hnswParameters", exhaustiveKnn: "exhaustiveKnnParameters" },
  vectorizers: { embeddingService: "embeddingServiceParameters", customWebApi: "customWebApiParameters" },
};

function* semanticRules(semantic: Bag, fields: readonly string[] | undefined): Iterable<Mistake> {
  yield* doubles("semantic.configurations", semantic["configurations"]);
  yield* dangling(
    "semantic.defaultConfiguration",
    semantic["defaultConfiguration"],
    namesIn(semantic["configurations"]),
    "a configuration",
  );
  for (const [position, one] of bags(semantic["configurations"])) {
    const at = `semantic.configurations[${position}].prioritizedFields`;
    const prioritized = bagOf(one["prioritizedFields"]);
    if (prioritized === undefined) continue;
    const lists = ["prioritizedContentFields", "prioritizedKeywordsFields"] as const;
    const read = [
      ["titleField", prioritized["titleField"]] as const,
      ...lists.flatMap((list) =>
        listOf(prioritized[list]).map(([place, each]) => [`${list}[${place}]`, each] as const),
      ),
    ];
    for (const [path, each] of read)
      yield* dangling(`${at}.${path}.fieldName`, bagOf(each)?.["fieldName"], fields, "a field");
    if (read.every(([, each]) => each === undefined)) yield { path: at, reason: "must name a field" };
  }
}

/** The names of all fields from the top, or `undefined` when not all are known yet. */
function namesOfFields(fields: unknown): string[] | undefined {
  const open =
    !Array.isArray(fields) ||
    namesIn(fields) === undefined ||
    everyField(fields).some(({ field }) => namesIn(field.fields) === undefined);
  return open ? undefined : everyField(fields).map(({ name }) => name);
}

/** An object, nothing as an empty one, or `undefined` when it is not known yet. */
const bagOf = (value: unknown): Bag | undefined => (value === undefined ? {} : isBag(value) ? value : undefined);
const listOf = (value: unknown): [number, unknown][] => (Array.isArray(value) ? [...value.entries()] : []);
const bags = (value: unknown): [number, Bag][] =>
  listOf(value).filter((entry): entry is [number, Bag] => isBag(entry[1]));
