const values = [
  "Edm.String",
  "Edm.Int32",
  "Edm.Int64",
  "Edm.Double",
  "Edm.Boolean",
  "Edm.DateTimeOffset",
  "Edm.GeographyPoint",
  "Edm.ComplexType",
] as const;
const numbersOfVectors = ["Edm.Single", "Edm.Half", "Edm.Int16", "Edm.SByte", "Edm.Byte"] as const;
const collection = <T extends string>(type: T): `Collection(${T})` => `Collection(${type})`;

/** The types of index fields: those of document 2 and the others that the service knows. */
export const edmTypes = [...values, ...values.map(collection), ...numbersOfVectors.map(collection)] as const;

/** Whether a type holds several values. What a service calls a type may be anything. */
export const isCollection = (type: unknown): boolean => typeof type === "string" && type.startsWith("Collection(");
/** The type of one value of a field. */
export const elementType = (type: unknown): string =>
  typeof type === "string" ? (/^Collection\((.+)\)$/.exec(type)?.[1] ?? type) : "";
/** Whether a type holds a vector. */
export const isVector = (type: unknown): boolean =>
  isCollection(type) && (numbersOfVectors as readonly string[]).includes(elementType(type));
/** Whether a type holds objects with fields of their own. */
export const isComplex = (type: unknown): boolean => elementType(type) === "Edm.ComplexType";
/** Whether a type holds text. */
export const isText = (type: unknown): boolean => elementType(type) === "Edm.String";
/** Whether a type holds places on earth. */
export const isPlace = (type: unknown): boolean => elementType(type) === "Edm.GeographyPoint";
