import { isBag, own, type Bag } from "../../core/wire";
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

/** What a plan does: how many documents are added, changed and deleted, as far as they are known. */
export function* documentPlan(olds: Bag, news: Bag): Iterable<string> {
  const documents = documentsOf(news);
  if (documents === undefined) return;
  const { hashes = {}, keyField } = olds as { hashes?: Hashes; keyField?: string };
  if (keyField === undefined) return yield counted(documents.length, "");
  const keys = new Set(documents.map((document) => own(document, keyField)));
  const sent = documents.map((document) => [own(hashes, String(own(document, keyField))), hashOf(document)] as const);
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
function documentsOf({ documents, digest }: Bag): readonly Bag[] | undefined {
  if (Array.isArray(documents)) return documents.every(isBag) ? documents : undefined;
  const found = checked.get(String(digest));
  checked.delete(String(digest));
  return found;
}

const counted = (count: number, what: string): string => `${count} document${count === 1 ? "" : "s"}${what}`;
