import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../provider/core/errors";
import { isSecretName } from "../../provider/core/service";
import { fileAsset, isBag, sealed } from "../../provider/core/wire";

/** The most entries of a list that stand in the program itself. */
const INLINE = 10;

/** A list that the program reads from a file with JSON Lines beside it. */
export interface LinesFile {
  path: string;
  text: string;
  /** Whether any entry has a member that is secret by its name. */
  isSecret: boolean;
}

/** The file for a list of a resource with this Pulumi name; none for a short one without secrets. */
export function fileFor(name: string, list: readonly unknown[]): LinesFile | undefined {
  const isSecret = list.some(hasSecretName);
  if (list.length <= INLINE && !isSecret) return undefined;
  const text = list.map((one) => `${JSON.stringify(one)}\n`).join("");
  return { path: `${name.replaceAll(/[^\w-]+/g, "-")}.jsonl`, text, isSecret };
}

const hasSecretName = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasSecretName)
    : isBag(value) && Object.entries(value).some(([key, item]) => isSecretName(key) || hasSecretName(item));

/**
 * Writes files into the folder of a program, readable by their owner alone where they hold secrets. Throws an error,
 * with none of them left, when one exists already.
 * @returns what takes them away again.
 */
export function writeFiles(files: readonly LinesFile[], folder: string): () => void {
  const written: string[] = [];
  const undo = (): void => written.forEach((path) => rmSync(path, { force: true }));
  for (const { path, text, isSecret } of files) {
    try {
      writeFileSync(join(folder, path), text, { flag: "wx", mode: isSecret ? 0o600 : 0o666 });
    } catch (error) {
      undo();
      const { code } = error as NodeJS.ErrnoException;
      throw new UserError(
        code === "EEXIST"
          ? `${path} exists already, and the imported documents would be written there: move it, then import again`
          : `${path} cannot be written (${code})`,
        { cause: error },
      );
    }
    written.push(join(folder, path));
  }
  return undo;
}

/** A file as the state keeps the asset that names it. */
export function assetOf({ path, text, isSecret }: LinesFile): unknown {
  const asset = fileAsset(path, createHash("sha256").update(text).digest("hex"));
  return isSecret ? sealed(asset) : asset;
}
