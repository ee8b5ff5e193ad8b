import type { App } from "#server/app.ts";
import type { TitleHeads } from "#shared/mentions/title-heads.ts";

import { readHeads } from "./names-to-find.task.ts";

type Titles = Pick<App, "db" | "cacheVersions">;

const keptByMarks = new WeakMap<App["cacheVersions"], { mark: string; heads: TitleHeads }>();

/**
 * How all titles begin that texts are searched for, read again once one of them changes: for whoever reads so many texts
 * that asking the database about each run of words takes longer than the rest.
 */
export async function titleHeads({ db, cacheVersions }: Titles): Promise<TitleHeads> {
  // Read before the data: what is kept may only be newer than its mark, never older.
  const mark = cacheVersions.readLongTitles();
  const kept = keptByMarks.get(cacheVersions);
  if (kept?.mark === mark) return kept.heads;
  const heads = await readHeads(db);
  keptByMarks.set(cacheVersions, { mark, heads });
  return heads;
}
