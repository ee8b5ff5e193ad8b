import type { App } from "#server/app.ts";
import { yieldToEventLoop } from "#server/yield-to-event-loop.ts";
import { TitleHeads } from "#shared/mentions/title-heads.ts";

import { countLongTitles, nextHeads } from "./long-titles.queries.ts";

type Titles = Pick<App, "db" | "marks">;

/** Some milliseconds of reading. */
const HEADS_AT_ONCE = 5000;

const keptByMarks = new WeakMap<App["marks"], { mark: string; heads: TitleHeads }>();

/**
 * How all titles begin that texts are searched for, read again once one of them changes: for whoever reads so many texts
 * that asking the database about each run of words takes longer than the rest.
 */
export async function titleHeads({ db, marks }: Titles): Promise<TitleHeads> {
  // Read before the data: what is kept may only be newer than its mark, never older.
  const mark = marks.readLongTitles();
  const kept = keptByMarks.get(marks);
  if (kept?.mark === mark) return kept.heads;
  const heads = await readHeads(db);
  keptByMarks.set(marks, { mark, heads });
  return heads;
}

async function readHeads(db: App["db"]): Promise<TitleHeads> {
  const all = new TitleHeads(await countLongTitles(db));
  for (let after: string | undefined = ""; after !== undefined;) {
    const heads: string[] = await nextHeads(db, after, HEADS_AT_ONCE);
    for (const head of heads) all.add(head);
    after = heads.at(-1);
    await yieldToEventLoop();
  }
  return all;
}
