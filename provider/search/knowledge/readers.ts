import { ApiError, isNotFound, UserError } from "../../core/errors";
import type { Context } from "../../core/resource";
import { lookedFor, until, VISIBLE } from "../../core/until";
import { parse } from "../../core/url";
import { indexOf, knowledgeSource } from "./knowledgeSource";

/**
 * Waits until no knowledge source reads from an index that goes because another one has its place. Throws an error
 * where one still does, be it of another program: it would find nothing.
 */
export function withoutReaders(index: string, successor: string, context: Context): Promise<void> {
  const { name } = parse("/indexes/{name}", index);
  return until<void>(
    async (late) => {
      const sources = await lookedFor(
        () =>
          knowledgeSource.list!({}, context).catch((error: unknown) => {
            if (listsNone(error)) return undefined;
            if (!(error instanceof ApiError)) throw error;
            throw new UserError(`${index} stays: its delete needs the list of knowledge sources. ${error.message}`, {
              cause: error,
            });
          }),
        { http: context.search, what: `looking for readers of ${index}` },
      );
      const readers = (sources ?? []).filter(({ inputs }) => indexOf(inputs) === name).map(({ id }) => id);
      if (readers.length === 0) return { end: undefined };
      const reading = `${readers.join(", ")} still ${readers.length === 1 ? "reads" : "read"} from it`;
      if (!late) return { state: reading };
      throw new UserError(
        `${index} stays: ${reading}, not from ${successor}. Let what reads from it follow the output \`name\` of the ` +
          "index, also in other stacks; with `--target`, add `--target-dependents`. The next `up` deletes it then.",
      );
    },
    { http: context.search, what: `deleting ${index}`, patience: VISIBLE, progress: context.log.progress },
  );
}

/**
 * Whether the service itself says that it lists no sources: by its own word, in the form of its errors. What refuses
 * the caller, or stands before the service, says nothing of who reads.
 */
const listsNone = (error: unknown): boolean =>
  isNotFound(error) ||
  (error instanceof ApiError &&
    [400, 404, 405].includes(error.status) &&
    /^[a-z]+$/i.test(error.code) &&
    error.reason !== "");
