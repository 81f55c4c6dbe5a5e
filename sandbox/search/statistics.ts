import type { Router } from "../context";
import { exactText } from "../json";
import { indexNamed } from "./documents/documents";
import { leaves } from "./indexes/field";
import type { Index } from "./indexes/indexSchema";
import type { SearchState } from "./knowledge/state";

/** How many documents an index has, and how many bytes they and their vectors take. */
interface Statistics {
  documentCount: number;
  storageSize: number;
  vectorIndexSize: number;
}

/** The routes that tell how much the service holds. */
export function statisticsRoutes(app: Router, state: SearchState): void {
  const { indexes, sources, bases } = state;
  app.get("/indexes/:name/stats", (c) => {
    return c.json({ ...statisticsOf(state, indexNamed(state, c.req.param("name"))) });
  });
  app.get("/indexstats", (c) => {
    const value = indexes.readAll().map((index) => ({ name: index.name, ...statisticsOf(state, index) }));
    return c.json({ value });
  });
  app.get("/servicestats", (c) => {
    const all = indexes.all().map((index) => statisticsOf(state, index));
    const sum = (member: keyof Statistics): number => all.reduce((total, each) => total + each[member], 0);
    const counter = (usage: number): object => ({ usage, quota: null });
    const counters = {
      documentCount: counter(sum("documentCount")),
      indexesCount: counter(all.length),
      storageSize: counter(sum("storageSize")),
      vectorIndexSize: counter(sum("vectorIndexSize")),
      knowledgeSourcesCount: counter(sources.all().length),
      knowledgeBasesCount: counter(bases.all().length),
    };
    return c.json({ counters, limits: { maxFieldsPerIndex: 1000 } });
  });
}

function statisticsOf({ documents }: SearchState, index: Index): Statistics {
  const all = Object.values(documents.read(index.name) ?? {});
  const numbers = leaves(index.fields).reduce(
    (sum, field) =>
      field.dimensions === null ? sum : sum + field.dimensions * all.filter((each) => each[field.path] !== null).length,
    0,
  );
  return {
    documentCount: all.length,
    storageSize: Buffer.byteLength(exactText(all)),
    vectorIndexSize: 4 * numbers,
  };
}
