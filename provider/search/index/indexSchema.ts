import { isNotFound, UserError } from "../../core/errors";
import { path, readObject } from "../../core/http";
import type { Context } from "../../core/resource";
import { lookedFor, until } from "../../core/until";
import { isBag } from "../../core/wire";
import { effective, type Field } from "./field";

/** Milliseconds within which an index that has just been created shows. */
const NEW = 5000;

/** What documents need to know of their index. */
export interface IndexSchema {
  name: string;
  keyField: string;
  /** Whether filters may name the key. */
  keyIsFilterable: boolean;
  /** Whether results can be ordered by the key. */
  keyIsSortable: boolean;
  fields: Field[];
}

/** GET /indexes/{name}. Throws `ApiError` with status 404 when there is none. */
export async function schemaOf(name: string, context: Pick<Context, "search">): Promise<IndexSchema> {
  const { body } = await readObject(context.search, { method: "GET", path: path`/indexes/${name}` });
  const fields = (Array.isArray(body["fields"]) ? body["fields"] : [])
    .filter((one): one is Field => isBag(one))
    .map(withoutNulls);
  const key = fields.find((one) => one.key === true);
  if (key === undefined) throw new UserError(`GET /indexes/${name} answered an index without a key field`);
  return {
    name,
    keyField: key.name,
    keyIsFilterable: effective(key, "filterable") === true,
    keyIsSortable: effective(key, "sortable") === true,
    fields,
  };
}

/** As `schemaOf`, of an index that the state knows: `undefined` once several looks have said that it is gone. */
export const knownSchemaOf = (name: string, context: Pick<Context, "search">): Promise<IndexSchema | undefined> =>
  lookedFor(
    () =>
      schemaOf(name, context).catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      }),
    { http: context.search, what: `looking for the index ${name}` },
  );

/** As `schemaOf`, of an index that may have been created a moment ago. */
export const newSchemaOf = (name: string, context: Pick<Context, "search">): Promise<IndexSchema> =>
  until<IndexSchema>(
    async (late) => {
      try {
        return { end: await schemaOf(name, context) };
      } catch (error) {
        if (!isNotFound(error) || late) throw error;
        return { state: "not there yet" };
      }
    },
    { http: context.search, what: `waiting for the index ${name}`, patience: NEW },
  );

/** Whether results show a field; objects show the fields in them that are retrievable. */
export const isShown = (field: Field): boolean =>
  field.key === true ||
  field.fields !== undefined ||
  (effective(field, "retrievable") === true && effective(field, "stored") === true);

/** The paths of the fields that results do not show. */
export const hiddenIn = (fields: readonly Field[]): string[] =>
  fields.flatMap((field) =>
    !isShown(field) ? [field.name] : hiddenIn(field.fields ?? []).map((inner) => `${field.name}.${inner}`),
  );

/** Services write what is not set as null. */
const withoutNulls = (field: Field): Field => ({
  ...(Object.fromEntries(Object.entries(field).filter(([, value]) => value !== null)) as Field),
  ...(Array.isArray(field.fields) && { fields: field.fields.map(withoutNulls) }),
});
