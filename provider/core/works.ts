import type { Work } from "./context";
import { objectOf } from "./ownership";
import { declaredId } from "./place";
import type { ResourceDefinition, Settings } from "./resource";
import { sharedRecord, type SharedRecord } from "./sharedRecord";
import { plain, type Bag } from "./wire";

/** How far a run has come with the resources for which others wait: of this process and of those of other providers. */
export class Works {
  private readonly byLine = new Map<string, Work>();

  constructor(private readonly shared?: SharedRecord<Work>) {}

  /** Notes how far a resource is. */
  note(work: Work): void {
    this.byLine.set(work.line, work);
    this.shared?.add(work);
  }

  /** How far all those are that are this object. */
  of(object: string): Work[] {
    for (const work of this.shared?.news() ?? []) this.byLine.set(work.line, work);
    return [...this.byLine.values()].filter((work) => work.object === object);
  }
}

let ofRun: Works | undefined;
/** The works of this run. */
export const worksOfRun = (): Works => (ofRun ??= new Works(sharedRecord("works")));

interface Run {
  settings: Settings;
  works: Works;
}

/** Notes how far a resource with these values is, where others wait for its kind. */
export function noteWork(
  definition: ResourceDefinition,
  values: Bag,
  line: string | undefined,
  stage: Work["stage"],
  run: Run,
): void {
  if (definition.awaited !== true) return;
  const id = declaredId(definition, plain(values) as Bag, run.settings);
  if (line === undefined || id === undefined) return;
  run.works.note({ line, object: objectOf(definition.kind, id.toLowerCase(), definition, run.settings), stage });
}

/** Creates or updates a resource with these values, and notes how far it is. */
export async function noted<T>(
  definition: ResourceDefinition,
  values: Bag,
  line: string | undefined,
  run: Run,
  work: () => Promise<T>,
): Promise<T> {
  noteWork(definition, values, line, "running", run);
  try {
    const result = await work();
    noteWork(definition, values, line, "done", run);
    return result;
  } catch (error) {
    noteWork(definition, values, line, "failed", run);
    throw error;
  }
}
