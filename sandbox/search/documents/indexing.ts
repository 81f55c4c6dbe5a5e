import { z } from "zod";
import { type Document, DocumentMistake, storedDocument } from "../indexes/document";
import { type Field, isComplexField } from "../indexes/field";
import { type Index, keyField } from "../indexes/indexSchema";

/** The body of an upload: at most 1000 entries, each with what is done to one document. */
export const batchSchema = z.object({
  value: z
    .array(
      z.looseObject({ "@search.action": z.enum(["upload", "merge", "mergeOrUpload", "delete"]).default("upload") }),
    )
    .min(1)
    .max(1000),
});

/** One entry of an upload: an action and a document. */
export type Entry = z.output<typeof batchSchema>["value"][number];

/** What became of one entry. */
export interface EntryResult {
  key: string;
  status: boolean;
  errorMessage: string | null;
  statusCode: number;
}

/** Does to the documents what the entry says, in place, and tells what became of it; a refusal never throws. */
export function applyEntry(index: Index, documents: Map<string, Document>, entry: Entry): EntryResult {
  const { "@search.action": action, ...sent } = entry;
  const key = sent[keyField(index)];
  if (typeof key !== "string" || !/^[\w=-]{1,1024}$/.test(key)) {
    const name = typeof key === "string" ? key : "";
    return refused(
      name,
      400,
      `The key '${keyField(index)}' must be 1 to 1024 letters, digits, underscores, dashes or equal signs.`,
    );
  }
  if (action === "delete") {
    documents.delete(key);
    return done(key, 200);
  }
  const before = action === "upload" ? undefined : documents.get(key);
  if (action === "merge" && before === undefined) return refused(key, 404, "Document not found.");
  try {
    const document = storedDocument(index.fields, before === undefined ? sent : merged(index.fields, before, sent));
    const statusCode = documents.has(key) ? 200 : 201;
    documents.set(key, document);
    return done(key, statusCode);
  } catch (error) {
    if (error instanceof DocumentMistake) return refused(key, 400, error.message);
    throw error;
  }
}

/** The document with what is sent put in its place; collections are replaced, objects are merged. */
function merged(fields: Field[], before: Document, sent: Document): Document {
  const entries = Object.entries(sent).map(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    const old = before[name];
    const nested = field !== undefined && isComplexField(field) && isObject(old) && isObject(value);
    return [name, nested ? merged(field.fields, old, value) : value];
  });
  return { ...before, ...Object.fromEntries(entries) };
}

function isObject(value: unknown): value is Document {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function done(key: string, statusCode: number): EntryResult {
  return { key, status: true, errorMessage: null, statusCode };
}

function refused(key: string, statusCode: number, errorMessage: string): EntryResult {
  return { key, status: false, errorMessage, statusCode };
}
