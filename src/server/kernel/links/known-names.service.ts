import type { App } from "#server/app.ts";
import { foldName } from "#shared/mentions/names/names.ts";
import type { TitleHeads } from "#shared/mentions/title-heads.ts";

import {
  createKnownNames,
  type KnownNames,
  type KnownTool,
  readHeads,
  readNameCounts,
  readNames,
} from "./names-to-find.task.ts";

export type { KnownNames, KnownTool };

type Caching = Pick<App, "db" | "cacheVersions">;

/** Creates a cache of data that `read` reads from the database, until its version changes. */
function cacheByVersion<Data>(
  versionOf: (cacheVersions: App["cacheVersions"]) => string,
  read: (db: App["db"]) => Promise<Data>,
): (app: Caching) => Promise<Data> {
  const caches = new WeakMap<App["cacheVersions"], { version: string; data: Data }>();
  return async ({ db, cacheVersions }) => {
    // Read before the data: cached data may be newer than its version, but never older.
    const version = versionOf(cacheVersions);
    const cached = caches.get(cacheVersions);
    if (cached?.version === version) return cached.data;
    const data = await read(db);
    caches.set(cacheVersions, { version, data });
    return data;
  };
}

const namesOfTools = cacheByVersion((cacheVersions) => cacheVersions.readNames(), readNames);
const nameCounts = cacheByVersion((cacheVersions) => cacheVersions.readNameCounts(), readNameCounts);

/** Returns the current names of all tools, cached until one of them changes. */
export const knownNames = async (app: Caching): Promise<KnownNames> =>
  createKnownNames(await namesOfTools(app), await nameCounts(app));

/**
 * Returns the beginnings of all titles, cached until a title changes. For large scans, where a query for each run of
 * words would dominate.
 */
export const titleHeads: (app: Caching) => Promise<TitleHeads> = cacheByVersion(
  (cacheVersions) => cacheVersions.readLongTitles(),
  readHeads,
);

/** Returns the names of a tool without statistics, and its host if that has none. */
export const unknownNamesOf = ({ countOf }: KnownNames, { names, host }: KnownTool): string[] =>
  [...names, ...(host === "" ? [] : [host])].filter((name) => {
    const folded = foldName(name);
    return folded !== "" && countOf(folded) === undefined;
  });
