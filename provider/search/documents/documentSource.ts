import { readFileSync } from "node:fs";
import * as z from "zod";
import { dotted, type Mistake } from "../../core/check";
import { UserError } from "../../core/errors";
import { parseJson } from "../../core/json";
import { isAsset, isBag, type Bag } from "../../core/wire";

/** Documents as they are declared: in the program, or in an asset with a JSON array or JSON Lines. */
export const documentSource = z
  .union([z.array(z.record(z.string(), z.unknown())), z.looseObject({})])
  .meta({ type: "object[] | pulumi.asset.Asset" });

/** Documents and where each of them was declared. */
export interface Source {
  documents: readonly Bag[];
  /** Elements that are no documents. */
  broken: readonly Mistake[];
  /** A mistake in the document at a position of `documents`, at a path inside it. */
  mistake(position: number, path: readonly PropertyKey[], reason: string): Mistake;
}

/** The declared documents with their places. Throws an error for an asset that cannot be read. */
export function sourceOf(declared: unknown): Source {
  if (Array.isArray(declared)) {
    return {
      documents: declared as Bag[],
      broken: [],
      mistake: (position, path, reason) => ({ path: dotted(["documents", position, ...path]), reason }),
    };
  }
  const text = textOf(declared as Bag).replace(/^\uFEFF/, "");
  const { path: file } = declared as Bag;
  const mistakeAt: MistakeAt = (line, reason) => ({
    path: "documents",
    reason: `${isPath(file) ? `${file}:${line}` : `line ${line} of the asset`}${reason}`,
  });
  const elements = text.trimStart().startsWith("[") ? inArray(text, mistakeAt) : inLines(text, mistakeAt);
  const documents = elements.values.filter(isBag);
  const places = [...elements.values.keys()].filter((position) => isBag(elements.values[position]));
  const others = elements.values.flatMap((value, position) =>
    isBag(value) || value === undefined ? [] : [mistakeAt(elements.lineOf(position), " is no JSON object")],
  );
  return {
    documents,
    broken: [...elements.broken, ...others],
    mistake: (position, path, reason) => mistakeAt(elements.lineOf(places[position]!), `: ${dotted(path)}: ${reason}`),
  };
}

/**
 * The declared documents. Throws an error for an asset that cannot be read or holds something else; it names the file
 * and the lines, never what is in them.
 */
export function documentsIn(declared: unknown): Bag[] {
  const { documents, broken } = sourceOf(declared);
  if (broken.length > 0) throw new UserError(broken.map(({ reason }) => reason).join("\n"));
  return [...documents];
}

/** The text of an asset; the engine leaves out the text of an empty one. */
function textOf(asset: Bag): string {
  const { path, text = "", uri } = asset;
  if (!isAsset(asset) || typeof text !== "string" || (uri ?? "") !== "")
    throw new UserError("must be an array, a FileAsset or a StringAsset");
  const content = isPath(path) ? contentOf(path) : text;
  if (content.trim() === "")
    throw new UserError(`${isPath(path) ? path : "the asset"} is empty; \`[]\` says that there are no documents`);
  return content;
}

const isPath = (path: unknown): path is string => typeof path === "string" && path !== "";

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UserError(`the asset's file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}

/** The values in a text, `undefined` for what is no JSON, and the line of each, from 1. */
interface Elements {
  values: readonly unknown[];
  broken: readonly Mistake[];
  lineOf(position: number): number;
}

type MistakeAt = (line: number, reason: string) => Mistake;

function inLines(text: string, mistakeAt: MistakeAt): Elements {
  const lines = text
    .split("\n")
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== "");
  const broken: Mistake[] = [];
  const values = lines.map(({ line, number }) => {
    try {
      return parseJson(line);
    } catch {
      broken.push(mistakeAt(number, " is no JSON"));
      return undefined;
    }
  });
  return { values, broken, lineOf: (position) => lines[position]!.number };
}

function inArray(text: string, mistakeAt: MistakeAt): Elements {
  let lines: number[] | undefined;
  try {
    const values = parseJson(text) as unknown[];
    return { values, broken: [], lineOf: (position) => (lines ??= linesIn(text))[position]! };
  } catch (error) {
    const place = /at position (\d+)/.exec((error as Error).message)?.[1];
    const line = text.slice(0, place === undefined ? undefined : Number(place)).split("\n").length;
    return { values: [], broken: [mistakeAt(line, ": here the JSON array breaks off")], lineOf: () => line };
  }
}

/** The lines on which the elements of a JSON array begin. */
function linesIn(text: string): number[] {
  const lines: number[] = [];
  let [line, depth, isText, isBefore] = [1, 0, false, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === "\n") line++;
    if (isText) {
      if (sign === "\\") at++;
      isText = sign !== '"';
      continue;
    }
    if (sign.trim() === "") continue;
    if (isBefore && sign !== "]") lines.push(line);
    isBefore = (depth === 0 && sign === "[") || (depth === 1 && sign === ",");
    isText = sign === '"';
    if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") depth--;
  }
  return lines;
}
