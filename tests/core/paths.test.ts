import { changedPaths } from "../../provider/core/paths";
import { index } from "../../provider/search/index/searchIndex";
import { workspace } from "../../provider/ml/workspace";

const paths = (schema: Parameters<typeof changedPaths>[0], before: object, after: object): string[] =>
  changedPaths(schema, before, after, "").map(({ path, change }) => `${change} ${path}`);

test("each place at which a declaration differs is named, in the engine's form", () => {
  const fields = [
    { name: "id", type: "Edm.String", key: true },
    { name: "title", type: "Edm.String" },
  ];
  const hnsw = (efSearch: number): object => ({
    algorithms: [{ name: "a", kind: "hnsw", hnswParameters: { efSearch } }],
  });
  expect(
    paths(
      index.inputs,
      { name: "lamps", fields, vectorSearch: hnsw(300) },
      {
        name: "lamps",
        fields: [fields[0], { ...fields[1], searchable: true }, { name: "size", type: "Edm.Int32" }],
        vectorSearch: hnsw(400),
      },
    ),
  ).toEqual([
    "added fields[1].searchable",
    "added fields[2]",
    "edited vectorSearch.algorithms[0].hnswParameters.efSearch",
  ]);
  expect(paths(workspace.inputs, { tags: { "a.b": "1", c: "2" } }, { tags: { "a.b": "3" } })).toEqual([
    'edited tags["a.b"]',
    "deleted tags.c",
  ]);
});

test("what means the same is no difference", () => {
  expect(paths(workspace.inputs, { location: "East US", tags: {} }, { location: "eastus" })).toEqual([]);
});
