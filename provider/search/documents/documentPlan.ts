import type { Settings } from "../../core/resource";
import { placeOfSecret } from "../../core/secrets";
import { asText, isBag, isUnknown, ownMember, type Bag } from "../../core/wire";
import { declaredIndex } from "../index/declaredIndexes";
import { hashOf } from "./documentForm";
import { isEdited, isMissing, type Hashes } from "./documentHashes";

/** How many documents of assets are remembered until a plan asks for them. */
const REMEMBERED = 32;

/** The documents of assets that were checked last, by digest: a plan sees an asset without its content. */
const checked = new Map<string, readonly Bag[]>();

/** Notes the documents that a check has read, for the plan that follows it. */
export function remember(digest: string, documents: readonly Bag[]): void {
  checked.set(digest, documents);
  const [oldest] = checked.keys();
  if (checked.size > REMEMBERED) checked.delete(oldest!);
}

/** Where the first value in documents is that is secret by its name. */
export function secretPlaceIn(values: Bag): string[][] {
  const place = placeOfSecret(checkedDocuments(values), ["documents"]);
  return place === undefined ? [] : [place];
}

/** What a plan does: how many documents are added, changed and deleted, as far as they are known. */
export function* documentPlan(olds: Bag, news: Bag): Iterable<string> {
  const documents = checkedDocuments(news);
  if (documents === undefined) return;
  const keyField = asText(olds["keyField"]);
  const hashes = (isBag(olds["hashes"]) ? olds["hashes"] : {}) as Hashes;
  if (keyField === "") return yield counted(documents.length, "");
  const keys = new Set(documents.map((document) => ownMember(document, keyField)));
  const sent = documents.map(
    (document) => [ownMember(hashes, asText(ownMember(document, keyField))), hashOf(document)] as const,
  );
  const isNew = (stored: unknown): boolean => typeof stored !== "string" || isMissing(stored);
  const added = sent.filter(([stored]) => isNew(stored)).length;
  const changed = sent.filter(([stored, hash]) => !isNew(stored) && isEdited(stored as string, hash)).length;
  const deleted = Object.keys(hashes).filter((key) => !keys.has(key)).length;
  const parts = [
    ...(added > 0 ? [counted(added, " added")] : []),
    ...(changed > 0 ? [counted(changed, " changed")] : []),
    ...(deleted > 0 ? [counted(deleted, " deleted")] : []),
  ];
  if (parts.length > 0) yield parts.join(", ");
}

/** The documents of a new declaration, if all of them are known. */
function checkedDocuments({ documents, digest }: Bag): readonly Bag[] | undefined {
  if (Array.isArray(documents)) return documents.every(isBag) ? documents : undefined;
  return checked.get(asText(digest));
}

const counted = (count: number, what: string): string => `${count} document${count === 1 ? "" : "s"}${what}`;

/**
 * The documents that a declaration means, each with its index, where they and the key field of the index are known;
 * `olds` is what is stored of it.
 */
export function meantDocuments(news: Bag, olds: Bag, settings: Settings): string[] {
  const { index } = news;
  const keyField = declaredIndex(index, settings)?.keyField ?? asText(olds["keyField"]);
  return (checkedDocuments(news) ?? []).flatMap((document) => {
    const key = ownMember(document, keyField);
    return typeof key === "string" && !isUnknown(key) ? [`${asText(index)}/${key}`] : [];
  });
}
