import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where texts that others have judged lie beside the project, a folder for each set. */
const BESIDE = join(import.meta.dirname, "../../../shared/fixtures/labelled");

/** The folder of a set of judged texts, known by one of its files; null where there is none. */
export function findLabelled(collection: string | undefined, set: string, file: string): string | null {
  const named = collection === undefined ? [] : [collection, join(collection, set)];
  return [...named, join(BESIDE, set)].find((folder) => existsSync(join(folder, file))) ?? null;
}
