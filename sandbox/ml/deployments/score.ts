import { z } from "zod";

const rows = z.array(z.array(z.number()));
const schema = z.union([z.looseObject({ data: rows }), z.looseObject({ features: rows })]);

/**
 * The scoring logic of every deployment: the sum of each row plus an offset; an object with `error` when the text is
 * malformed.
 */
export function score(text: string, offset: number): { predictions: number[] } | { error: string; error_type: string } {
  const body = schema.safeParse(json(text));
  if (!body.success)
    return { error: "The body must have data or features, an array of arrays of numbers.", error_type: "ValueError" };
  const matrix = rows.parse(body.data.data ?? body.data.features);
  return { predictions: matrix.map((row) => row.reduce((sum, value) => sum + value, offset)) };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
