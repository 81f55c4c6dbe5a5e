import { search } from "../../sdk";

test("what is thrown while a resource is declared tells its own place and that of the declaration", () => {
  const limit = Error.stackTraceLimit;
  const broken = (): never => {
    throw new Error("mine");
  };
  const declare = (): unknown => new search.Index("products", { fields: [] }, { transformations: [broken] });
  let thrown: unknown;
  try {
    declare();
  } catch (error) {
    thrown = error;
  }
  expect((thrown as Error).stack).toMatch(/^Error: mine\n +at broken \(.*\n +at declare \(/);
  expect(Error.stackTraceLimit).toBe(limit);
});
