import type { Router } from "../../context";
import { checked } from "../body";
import { definitionRoutes } from "../definitions";
import { leaves } from "../indexes/field";
import { invalid, invalidMembers, notAllowed, notFound } from "../refusal";
import { type KnowledgeSource, sourceKinds, sourceSchema } from "./schemas";
import type { SearchState } from "./state";

/** The routes of knowledge sources. */
export function knowledgeSourceRoutes(app: Router, state: SearchState): void {
  definitionRoutes<KnowledgeSource>(app, state.context, {
    path: "knowledgesources",
    noun: "knowledge source",
    held: state.sources,
    accept: (body, before) => {
      const source = checked(sourceSchema, body);
      const kinds = [...sourceKinds, ...state.context.behaviour.sourceKinds];
      if (!kinds.includes(source.kind)) throw invalidMembers([`kind must be one of ${kinds.join(", ")}`]);
      if (before !== undefined && before.kind !== source.kind)
        throw notAllowed("The kind of a knowledge source cannot be changed.");
      const mistakes = parameterMistakes(state, source);
      if (mistakes.length > 0) throw invalidMembers(mistakes);
      return source;
    },
    users: (name) =>
      state.bases
        .all()
        .filter((base) => base.knowledgeSources.includes(name))
        .map((base) => `knowledge base '${base.name}'`),
  });
  app.get("/knowledgesources/:name/status", (c) => {
    const { name } = c.req.param();
    if (state.sources.read(name) === undefined) throw notFound("knowledge source", name);
    return c.json({
      synchronizationStatus: "active",
      synchronizationInterval: null,
      currentSynchronizationState: null,
      lastSynchronizationState: null,
      statistics: null,
    });
  });
}

/** The knowledge sources that look in the index of this name, as messages call them. */
export function sourcesOf({ sources }: SearchState, index: string): string[] {
  return sources
    .all()
    .filter((source) => source.searchIndexParameters?.searchIndexName === index)
    .map((source) => `knowledge source '${source.name}'`);
}

function parameterMistakes(
  { indexes }: SearchState,
  { kind, searchIndexParameters: parameters }: KnowledgeSource,
): string[] {
  if (kind !== "searchIndex")
    return parameters === undefined ? [] : [`searchIndexParameters does not belong to the kind '${kind}'`];
  if (parameters === undefined) return ["searchIndexParameters is required"];
  const { searchIndexName, semanticConfigurationName, sourceDataFields, searchFields } = parameters;
  const index = indexes.get(searchIndexName);
  if (index === undefined)
    throw invalid(`searchIndexParameters.searchIndexName names the index '${searchIndexName}', which does not exist.`);
  const fields = leaves(index.fields)
    .filter((field) => field.retrievable)
    .map((field) => field.path);
  const missing = (member: string, list: { name: string }[]): string[] =>
    list
      .filter(({ name }) => !fields.includes(name))
      .map(({ name }) => `searchIndexParameters.${member} names '${name}', which is no retrievable field`);
  const configurations = index.semantic?.configurations.map((each) => each.name) ?? [];
  const unknown = semanticConfigurationName !== null && !configurations.includes(semanticConfigurationName);
  return [
    ...missing("sourceDataFields", sourceDataFields),
    ...missing(
      "searchFields",
      searchFields.filter(({ name }) => name !== "*"),
    ),
    ...(unknown
      ? [
          `searchIndexParameters.semanticConfigurationName names '${semanticConfigurationName}', which the ` +
            "index does not have",
        ]
      : []),
  ];
}
