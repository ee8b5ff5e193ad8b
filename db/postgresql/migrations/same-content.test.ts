import { assert, asyncProperty } from "fast-check";
import { describe, expect, test } from "vitest";

import { openBoth } from "#tests/support/both-databases.ts";
import { type Action, actions, insertFirstRows } from "#tests/support/random-actions.ts";

import type { Db } from "../../database.ts";

/** Tables in an order in which they can be emptied. */
const COMPARED = [
  "one_time_links",
  "comment_reads",
  "comments",
  "readings",
  "prompt_names",
  "prompts",
  "news_marks",
  "news_readers",
  "news_articles",
  "ai_tools",
  "paper_marks",
  "paper_categories",
  "research_papers",
  "users",
  "search_docs",
  "search_queue",
  "paper_counts",
  "paper_days",
  "story_counts",
  "story_quarters",
] as const;

/** Returns all rows of all tables. Failed inserts change positions, but not their order. */
async function contentOf(db: Db) {
  const content: Record<string, string[]> = {};
  for (const table of COMPARED) {
    const rows: object[] = await db.selectFrom(table).selectAll().execute();
    content[table] = rows.map((row) => JSON.stringify({ ...row, position: null })).toSorted();
  }
  const ordered = await db.selectFrom("comments").select("id").orderBy("position").execute();
  content["order of comments"] = ordered.map(({ id }) => id);
  return content;
}

/** True if an action succeeds. */
const attempt = (db: Db, deed: Action): Promise<boolean> =>
  deed(db).then(
    () => true,
    () => false,
  );

describe("PostgreSQL and SQLite", () => {
  test("have the same content after the same actions", async () => {
    const { sqlite, postgresql } = await openBoth();
    let done = 0;
    let tried = 0;
    await assert(
      asyncProperty(actions, async (list) => {
        for (const [index, deed] of list.entries()) {
          const succeeded = await attempt(sqlite, deed);
          expect([index, await attempt(postgresql, deed)]).toEqual([index, succeeded]);
          tried += 1;
          done += Number(succeeded);
        }
        expect(await contentOf(postgresql)).toEqual(await contentOf(sqlite));
      }).beforeEach(async () => {
        for (const db of [sqlite, postgresql]) {
          for (const table of COMPARED) await db.deleteFrom(table).execute();
          await insertFirstRows(db);
        }
      }),
      { numRuns: 30 },
    );
    expect(done).toBeGreaterThan(tried / 2);
  });
});
