import { existsSync } from "node:fs";
import { join } from "node:path";

/** The folder next to the project for texts judged by others, with a folder for each set. */
const BESIDE = join(import.meta.dirname, "../../../shared/fixtures/labelled");

/** The folder of a set of judged texts, identified by one of its files; null if missing. */
export function findLabelled(collection: string | undefined, set: string, file: string): string | null {
  const named = collection === undefined ? [] : [collection, join(collection, set)];
  return [...named, join(BESIDE, set)].find((folder) => existsSync(join(folder, file))) ?? null;
}
