const scalar = ["String", "Int32", "Int64", "Double", "Boolean", "DateTimeOffset", "GeographyPoint", "ComplexType"];
const vectorElement = ["Single", "Half", "Int16", "SByte", "Byte"];

/** The types that a field may have. */
export const edmTypes = [
  ...scalar.map((name) => `Edm.${name}`),
  ...[...scalar, ...vectorElement].map((name) => `Collection(Edm.${name})`),
];

/** The type of the elements of a collection, and of anything else the type itself. */
export function elementType(type: string): string {
  return isCollection(type) ? type.slice("Collection(".length, -1) : type;
}

/** Whether values of the type are arrays. */
export function isCollection(type: string): boolean {
  return type.startsWith("Collection(");
}

/** Whether values of the type are vectors: arrays of numbers in one of the element types that only vectors have. */
export function isVector(type: string): boolean {
  return isCollection(type) && vectorElement.includes(elementType(type).slice("Edm.".length));
}

/** Whether the type is a string or a collection of strings, which is what full-text search works on. */
export function isText(type: string): boolean {
  return elementType(type) === "Edm.String";
}

/** Whether the type is an object with fields of its own, or a collection of such. */
export function isComplex(type: string): boolean {
  return elementType(type) === "Edm.ComplexType";
}
