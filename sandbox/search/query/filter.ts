import { type Document, valuesAt } from "../indexes/document";
import { elementType, isCollection } from "../indexes/edmType";
import type { Leaf } from "../indexes/field";
import { compare, operators, requireType } from "./filterOperators";
import { type Token, filterMistake, tokensOf } from "./filterTokens";

/** The most clauses of a filter, and the most levels that they may be nested. */
const mostClauses = 3000;
const deepest = 200;

/** Whether a document passes a filter. */
export type Test = (document: Document) => boolean;

/** A name in a filter: a field, or the variable of `any` and `all`. */
interface Operand {
  name: string;
  type: string;
  /** Its values in a document; of a field that is no collection at most one. */
  values(document: Document): unknown[];
}

/**
 * The test that an OData filter expression stands for: comparisons with `eq ne gt ge lt le`, `and`, `or`, `not`,
 * parentheses, Boolean fields, `search.in`, and `any` and `all` over collections. 400 for anything else and for fields
 * that are not filterable.
 */
export function filterTest(text: string, fields: Leaf[]): Test {
  return new FilterReader(text, fields).whole();
}

/** Reads one expression from left to right, a method for every level of its grammar. */
class FilterReader {
  readonly #tokens: Token[];
  #position = 0;
  /** How many comparisons were read, and how many parentheses and negations stand around the present one. */
  #clauses = 0;
  #depth = 0;
  /** The variable of the `any` or `all` that is being read. */
  #variable: Operand | undefined;

  constructor(
    text: string,
    private readonly fields: Leaf[],
  ) {
    this.#tokens = tokensOf(text);
  }

  whole(): Test {
    const test = this.#either();
    if (this.#position < this.#tokens.length) throw filterMistake(`the end was expected and ${this.#next()} found`);
    return test;
  }

  #either(): Test {
    const tests = [this.#both()];
    while (this.#accept("or")) tests.push(this.#both());
    return (document) => tests.some((test) => test(document));
  }

  #both(): Test {
    const tests = [this.#one()];
    while (this.#accept("and")) tests.push(this.#one());
    return (document) => tests.every((test) => test(document));
  }

  #one(): Test {
    if (++this.#depth > deepest) throw filterMistake(`it is nested more than ${deepest} levels deep`);
    const test = this.#simple();
    this.#depth -= 1;
    return test;
  }

  #simple(): Test {
    if (this.#accept("not")) {
      const test = this.#one();
      return (document) => !test(document);
    }
    if (this.#accept("(")) {
      const test = this.#either();
      this.#expect(")");
      return test;
    }
    if (++this.#clauses > mostClauses) throw filterMistake(`it has more than ${mostClauses} clauses`);
    const name = this.#take("word", "a field").text;
    if (!this.#accept("(")) return this.#comparison(name);
    return name === "search.in" ? this.#searchIn() : this.#lambda(name);
  }

  #comparison(name: string): Test {
    const field = this.#operand(name);
    const operator = this.#next();
    if (!operators.includes(operator)) {
      if (this.#tokens[this.#position]?.kind === "word" && operator !== "and" && operator !== "or") {
        throw filterMistake(`the operator '${operator}' is not supported by the sandbox`);
      }
      requireType(field, "a field by itself", "boolean");
      return (document) => field.values(document)[0] === true;
    }
    this.#position += 1;
    const { type, value } = this.#take("literal", "a string, number, Boolean, date or null");
    if (type !== "null") requireType(field, operator, type);
    return (document) => compare(operator, field.values(document)[0] ?? null, value, type);
  }

  #searchIn(): Test {
    const field = this.#operand(this.#take("word", "a field").text);
    requireType(field, "search.in", "string");
    this.#expect(",");
    const list = String(this.#take("literal", "a string").value);
    const delimiters = this.#accept(",") ? String(this.#take("literal", "a string").value) : ", ";
    this.#expect(")");
    const wanted = new Set(
      [...new Set(delimiters)].reduce((texts, each) => texts.flatMap((text) => text.split(each)), [list]),
    );
    return (document) => field.values(document).some((value) => value !== "" && wanted.has(value as string));
  }

  #lambda(name: string): Test {
    const [, path, quantifier] = /^(.+)\/(any|all)$/.exec(name) ?? [];
    if (path === undefined) throw filterMistake(`the function '${name}' is not supported by the sandbox`);
    if (this.#variable !== undefined)
      throw filterMistake(`'${name}' inside another any or all is not supported by the sandbox`);
    const collection = this.#operand(path, true);
    if (quantifier === "any" && this.#accept(")")) return (document) => collection.values(document).length > 0;
    let element: unknown;
    this.#variable = { name: this.#take("word", "a variable").text, type: collection.type, values: () => [element] };
    this.#expect(":");
    const test = this.#either();
    this.#expect(")");
    this.#variable = undefined;
    return (document) => {
      const holds = (value: unknown): boolean => {
        element = value;
        return test(document);
      };
      const values = collection.values(document);
      return quantifier === "all" ? values.every(holds) : values.some(holds);
    };
  }

  #operand(name: string, many = false): Operand {
    if (this.#variable?.name === name) return this.#variable;
    const field = this.fields.find((each) => each.path === name);
    if (field === undefined) throw filterMistake(`the index has no field '${name}' with values`);
    if (!field.filterable) throw filterMistake(`the field '${name}' is not filterable`);
    if (isCollection(field.type) !== many) {
      throw filterMistake(many ? `'${name}' is no collection` : `'${name}' is a collection and needs any or all`);
    }
    return { name, type: elementType(field.type), values: (document) => valuesAt(document, name) };
  }

  #next(): string {
    return this.#tokens[this.#position]?.text ?? "the end";
  }

  #accept(text: string): boolean {
    const isNext = this.#tokens[this.#position]?.kind !== "literal" && this.#next() === text;
    if (isNext) this.#position += 1;
    return isNext;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw filterMistake(`'${text}' was expected and ${this.#next()} found`);
  }

  #take<K extends Token["kind"]>(kind: K, what: string): Extract<Token, { kind: K }> {
    const token = this.#tokens[this.#position];
    if (token?.kind !== kind) throw filterMistake(`${what} was expected and ${this.#next()} found`);
    this.#position += 1;
    return token as Extract<Token, { kind: K }>;
  }
}
