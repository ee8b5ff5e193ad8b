import type { App } from "#server/app.ts";
import { foldName } from "#shared/mentions/names/names.ts";
import type { TitleHeads } from "#shared/mentions/title-heads.ts";

import { type KnownNames, type KnownTool, readHeads, readNames } from "./names-to-find.task.ts";

export type { KnownNames, KnownTool };

type Caching = Pick<App, "db" | "cacheVersions">;

const cachedNames = new WeakMap<App["cacheVersions"], { version: string; known: KnownNames }>();
const cachedHeads = new WeakMap<App["cacheVersions"], { version: string; heads: TitleHeads }>();

/** Returns the current names of all tools, cached until one of them changes. */
export async function knownNames({ db, cacheVersions }: Caching): Promise<KnownNames> {
  // Read before the data: cached data may be newer than its version, but never older.
  const version = cacheVersions.readNames();
  const cached = cachedNames.get(cacheVersions);
  if (cached?.version === version) return cached.known;
  const known = await readNames(db);
  cachedNames.set(cacheVersions, { version, known });
  return known;
}

/**
 * Returns the beginnings of all titles, cached until a title changes. For large scans, where a query for each run of
 * words would dominate.
 */
export async function titleHeads({ db, cacheVersions }: Caching): Promise<TitleHeads> {
  const version = cacheVersions.readLongTitles();
  const cached = cachedHeads.get(cacheVersions);
  if (cached?.version === version) return cached.heads;
  const heads = await readHeads(db);
  cachedHeads.set(cacheVersions, { version, heads });
  return heads;
}

/** Returns the names of a tool without statistics, and its host if that has none. */
export const unknownNamesOf = ({ countOf }: KnownNames, { names, host }: KnownTool): string[] =>
  [...names, ...(host === "" ? [] : [host])].filter((name) => {
    const folded = foldName(name);
    return folded !== "" && countOf(folded) === undefined;
  });
