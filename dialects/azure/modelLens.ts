import { all, isBag, mapping, type Bag, type Lens } from "../lens";

/** What a registered model is when nobody said more. */
const TYPE = "custom_model";

/** A version of a model; its name and version stand in its path. */
export const model: Lens = all(
  mapping(
    ({ name: _, version: _version, modelId: _id, path, description, tags, properties, ...body }) => ({
      ...body,
      properties: {
        modelType: TYPE,
        ...(isBag(properties) && properties),
        ...(path !== undefined && { modelUri: path }),
        ...(description !== undefined && { description }),
        ...(tags !== undefined && { tags }),
      },
    }),
    (body) => {
      const id = String(body["id"] ?? "");
      const [, name = "", version = ""] = /\/models\/([^/]+)\/versions\/([^/]+)\/?$/i.exec(id) ?? [];
      const {
        modelUri: path,
        description,
        tags,
        modelType,
        provisioningState,
        ...properties
      } = (isBag(body["properties"]) ? body["properties"] : {}) as Bag;
      const documentProperties = {
        ...(modelType !== undefined && modelType !== TYPE && { modelType }),
        ...(provisioningState !== undefined && { provisioningState }),
      };
      return {
        ...body,
        ...(name !== "" && {
          id: `${name}:${version}`,
          modelId: `${name}:${version}`,
          name,
          version: numbered(version),
        }),
        ...(path !== undefined && { path }),
        ...(description !== undefined && description !== null && { description }),
        ...(tags !== undefined && tags !== null && { tags }),
        properties: { ...properties, ...documentProperties },
      };
    },
    ["`path`", "`properties.modelUri`"],
    ["`description`, `tags`", "`properties.description`, `properties.tags`"],
    ["–", '`properties.modelType: "custom_model"`, on a create alone'],
  ),
);

const numbered = (version: string): unknown => (/^\d+$/.test(version) ? Number(version) : version);
