import type * as z from "zod";
import { fromBody, toBody } from "./body";
import { differences, project } from "./compare";
import { isNotFound } from "./errors";
import { readObject, type Http } from "./http";
import { emptied, isCollection } from "./emptied";
import { isUnlisted } from "./listed";
import { fieldsOf, nodeOf } from "./marks";
import type { Context, Live } from "./resource";
import type { Rest } from "./restForm";
import { namesIn, parse } from "./url";
import { pick, type Bag } from "./wire";

/** How the values of a resource stand in the record that its service keeps. */
export interface RecordForm {
  /** The names in the URL, in order; the last one is the resource's own. */
  inUrl: readonly string[];
  /** The arguments that are sent in bodies. */
  sent: readonly string[];
  /** The URL path of a call. */
  urlOf(id: string): string;
  /** The body of values. */
  bodyOf(values: Bag): Bag;
  /**
   * Values in which what is declared no more is empty where others have added to it, so that only what is ours goes.
   */
  emptied(olds: Bag, news: Bag, live: Bag): Bag;
  /** The resource that a record shows. */
  liveOf(id: string, body: Bag, context: Context): Live;
  /** The paths at which a live resource differs from what is declared. */
  differingPaths(inputs: Bag, live: Live): string[];
  /** The record, if there is one. */
  get(http: Http, id: string): Promise<{ body: Bag; headers: Record<string, string> } | undefined>;
  /** The version that an answer with the record tells, where writes carry it and may rest on it. */
  etagOf(http: Http, answer: { body: Bag; headers: Bag }): string | undefined;
}

/** The form of the records of resources at one URL. */
export function recordForm(rest: Rest<z.ZodObject, z.ZodObject>): RecordForm {
  const inUrl = namesIn(rest.url);
  const fields = Object.entries(fieldsOf(rest.inputs));
  const names = fields.map(([key]) => key);
  const outputNames = Object.keys(fieldsOf(rest.outputs));
  const isSent = (key: string, field: z.core.$ZodType): boolean =>
    nodeOf(field).marks.unsent !== true && (!inUrl.includes(key) || (rest.nameInBody === true && key === inUrl.at(-1)));
  const sent = fields.filter(([key, field]) => isSent(key, field)).map(([key]) => key);
  const urlOf = (id: string): string => (rest.prefix ?? "") + id;
  const get: RecordForm["get"] = async (http, id) => {
    try {
      return await readObject(http, { method: "GET", path: urlOf(id), apiVersion: rest.apiVersion });
    } catch (error) {
      if (isNotFound(error) || (await isUnlisted(rest, error, http, id))) return undefined;
      throw error;
    }
  };
  return {
    inUrl,
    sent,
    urlOf,
    bodyOf: (values) => (rest.toBody ?? ((flat: Bag) => toBody(rest, flat)))(pick(values, sent)),
    emptied: (olds, news, live) => {
      const values = fields.flatMap(([key, field]): [string, unknown][] => {
        const value = emptied(field, olds[key], news[key], live[key]);
        const isCleared = value === undefined && olds[key] !== undefined && isCollection(field);
        return value === undefined && !isCleared ? [] : [[key, value ?? ("element" in nodeOf(field).schema ? [] : {})]];
      });
      return Object.fromEntries(values);
    },
    liveOf(id, body, { settings }) {
      const named = Object.entries(parse(rest.url, id)).filter(
        ([key, value]) => names.includes(key) && settings.get(key) !== value,
      );
      const values = (rest.fromBody ?? ((whole: Bag) => fromBody(rest, whole)))(body);
      return {
        id,
        inputs: { ...pick(values, names), ...Object.fromEntries(named) },
        outputs: pick(values, outputNames),
      };
    },
    differingPaths: (inputs, live) =>
      differences(pick(inputs, sent), project(rest.inputs, pick(inputs, sent), live.inputs)),
    get,
    etagOf({ form }, { headers, body }) {
      // That in the record is the service's own; a proxy may have weakened the one in the header.
      const own = form.etag === undefined ? undefined : body[form.etag];
      return rest.etag && [own, headers["etag"]].find(isStrong);
    },
  };
}

/** Whether an ETag can be the condition of a write: a weak one never matches `If-Match`, by RFC 9110. */
export const isStrong = (etag: unknown): etag is string => typeof etag === "string" && !etag.startsWith("W/");
