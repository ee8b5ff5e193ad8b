import type { App } from "#server/app.ts";
import type { TitleHeads } from "#shared/mentions/title-heads.ts";

import { readHeads } from "./names-to-find.task.ts";

type Titles = Pick<App, "db" | "cacheVersions">;

const keptByMarks = new WeakMap<App["cacheVersions"], { mark: string; heads: TitleHeads }>();

/**
 * Returns the beginnings of all titles, cached until a title changes. For large scans, where a query for each run of
 * words would dominate.
 */
export async function titleHeads({ db, cacheVersions }: Titles): Promise<TitleHeads> {
  // Read before the data: cached data may be newer than its version, but never older.
  const mark = cacheVersions.readLongTitles();
  const kept = keptByMarks.get(cacheVersions);
  if (kept?.mark === mark) return kept.heads;
  const heads = await readHeads(db);
  keptByMarks.set(cacheVersions, { mark, heads });
  return heads;
}
