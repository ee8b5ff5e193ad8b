import type { App } from "#server/app.ts";
import { foldName } from "#shared/mentions/names/names.ts";

import { type KnownNames, type KnownTool, readNames } from "./names-to-find.task.ts";

export type { KnownNames, KnownTool };

type Names = Pick<App, "db" | "cacheVersions">;

const keptByMarks = new WeakMap<App["cacheVersions"], { mark: string; known: KnownNames }>();

/** Returns the current names of all tools, cached until one of them changes. */
export async function knownNames({ db, cacheVersions }: Names): Promise<KnownNames> {
  // Read before the data: cached data may be newer than its version, but never older.
  const mark = cacheVersions.readNames();
  const kept = keptByMarks.get(cacheVersions);
  if (kept?.mark === mark) return kept.known;
  const known = await readNames(db);
  keptByMarks.set(cacheVersions, { mark, known });
  return known;
}

/** Returns the names of a tool without statistics, and its host if that has none. */
export const unknownNamesOf = ({ countOf }: KnownNames, { names, host }: KnownTool): string[] =>
  [...names, ...(host === "" ? [] : [host])].filter((name) => {
    const folded = foldName(name);
    return folded !== "" && countOf(folded) === undefined;
  });
