import { type LiteralType, filterMistake } from "./filterTokens";

/** The operators that compare a field with a literal. */
export const operators = ["eq", "ne", "gt", "ge", "lt", "le"];

/** The type of the literals that values of an Edm type are compared with. */
const literalTypes: Record<string, LiteralType> = {
  "Edm.String": "string",
  "Edm.Boolean": "boolean",
  "Edm.DateTimeOffset": "date",
  "Edm.Int32": "number",
  "Edm.Int64": "number",
  "Edm.Double": "number",
};

/** Throws 400 unless values of the operand are of the type that the operator meets there. */
export function requireType(operand: { name: string; type: string }, operator: string, type: LiteralType): void {
  if (literalTypes[operand.type] === type) return;
  throw filterMistake(`'${operator}' needs a ${type}, and '${operand.name}' is of type ${operand.type}`);
}

/**
 * Whether `value` and the literal `wanted`, of the given type, stand in the operator's relation; null stands in none
 * but `eq` and `ne`.
 */
export function compare(operator: string, value: unknown, wanted: unknown, type: LiteralType): boolean {
  const comparable = type === "date" && value !== null ? Date.parse(value as string) : value;
  const [a, b] = [comparable as number, wanted as number];
  // The same number may be a `bigint` on one side.
  const isSame = comparable === wanted || (type === "number" && comparable !== null && a <= b && a >= b);
  if (operator === "eq") return isSame;
  if (operator === "ne") return !isSame;
  if (comparable === null || wanted === null) return false;
  if (operator === "gt") return a > b;
  if (operator === "ge") return a >= b;
  return operator === "lt" ? a < b : a <= b;
}
