import type { App } from "#server/app.ts";
import { foldName } from "#shared/mentions/names.ts";

import { type KnownNames, type KnownTool, readNames } from "./names-to-find.task.ts";

export type { KnownNames, KnownTool };

type Names = Pick<App, "db" | "cacheVersions">;

const keptByMarks = new WeakMap<App["cacheVersions"], { mark: string; known: KnownNames }>();

/** All names of tools as they are now; read again once one of them changes. */
export async function knownNames({ db, cacheVersions }: Names): Promise<KnownNames> {
  // Read before the data: what is kept may only be newer than its mark, never older.
  const mark = cacheVersions.readNames();
  const kept = keptByMarks.get(cacheVersions);
  if (kept?.mark === mark) return kept.known;
  const known = await readNames(db);
  keptByMarks.set(cacheVersions, { mark, known });
  return known;
}

/** Those names of a tool that nobody has looked for yet, and its host if nobody has looked for that. */
export const unknownNamesOf = ({ countOf }: KnownNames, { names, host }: KnownTool): string[] =>
  [...names, ...(host === "" ? [] : [host])].filter((name) => {
    const folded = foldName(name);
    return folded !== "" && countOf(folded) === undefined;
  });
