import { randomUUID } from "node:crypto";

import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { PaperQueueRow, PaperRow, PaperScoreRow } from "#db/schema.ts";

/** User id with which the team's ranking is stored. */
export const TEAM_USER_ID = "";

/** Minimum number of starred papers for recommendations. */
export const MIN_STARS = 3;

/** Scores are stored as whole millionths. */
export const SCORE_UNIT = 1_000_000;

/**
 * Returns a text that changes once papers are added, or once the number of starred papers changes among those older
 * than the latest `maxPapers`.
 */
export async function readSpaceVersion(db: Db, maxPapers: number): Promise<string> {
  const { papers, latest, id } = await db
    .selectFrom("research_papers")
    .select(({ fn }) => [fn.countAll<number>().as("papers"), fn.max("createdAt").as("latest")])
    // Distinguishes databases at the same URL.
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  const { stars } = await db
    .selectFrom("paper_marks")
    .where("isStarred", "=", sql.lit(1))
    .where("place", "<", ({ selectFrom }) =>
      selectFrom("research_papers")
        .select("place")
        .orderBy("place", "desc")
        .limit(1)
        .offset(maxPapers - 1),
    )
    .select(({ fn }) => fn.count<number>("place").distinct().as("stars"))
    .executeTakeFirstOrThrow();
  return [papers, latest, id, stars].join(" ");
}

const COMPARED_COLUMNS = ["id", "place", "title", "abstract", "isWithdrawn"] as const;
export type ComparedPaper = Pick<PaperRow, (typeof COMPARED_COLUMNS)[number]>;

/** Returns the latest papers before a sort key, latest first. */
export const listPapersBefore = (db: Db, before: number, limit: number): Promise<ComparedPaper[]> =>
  db
    .selectFrom("research_papers")
    .select(COMPARED_COLUMNS)
    .where("place", "<", before)
    .orderBy("place", "desc")
    .limit(limit)
    .execute();

/** Returns up to `limit` starred papers before a sort key, latest first. */
export const listStarredBefore = (db: Db, before: number, limit: number): Promise<ComparedPaper[]> =>
  db
    .selectFrom("research_papers")
    .select(COMPARED_COLUMNS)
    .where("place", "<", before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("paper_marks")
          .select("paper_marks.place")
          .whereRef("paper_marks.place", "=", "research_papers.place")
          .where("isStarred", "=", sql.lit(1)),
      ),
    )
    .orderBy("place", "desc")
    .limit(limit)
    .execute();

/** Returns the starred and hidden papers of some users, or of everyone. */
export async function listFlags(db: Db, userIds: readonly string[] | null) {
  let query = db.selectFrom("paper_marks").select(["userId", "place", "isStarred", "isHidden"]);
  if (userIds !== null) query = query.where("userId", "in", engineOf(db).valuesOf(userIds));
  return query.where((where) => where.or([where("isStarred", "=", 1), where("isHidden", "=", 1)])).execute();
}

/** Returns the ids of each paper's neighbours, most similar first. */
export async function listNeighbourIds(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("paper_neighbours")
    .select(["paperId", "otherId"])
    .where("paperId", "in", engineOf(db).valuesOf(ids))
    .orderBy("paperId")
    .orderBy("score", "desc")
    .orderBy("otherId")
    .execute();
  const byPaper = new Map<string, string[]>();
  for (const { paperId, otherId } of rows) {
    const others = byPaper.get(paperId);
    if (others) others.push(otherId);
    else byPaper.set(paperId, [otherId]);
  }
  return byPaper;
}

export interface Neighbours {
  paperId: string;
  others: { otherId: string; score: number }[];
}

/** Replaces the stored neighbours of papers. */
export async function saveNeighbours(db: Db, changes: readonly Neighbours[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ paperId }) => paperId);
  await db.deleteFrom("paper_neighbours").where("paperId", "in", engineOf(db).valuesOf(ids)).execute();
  const rows = changes.flatMap(({ paperId, others }) => others.map((other) => ({ paperId, ...other })));
  if (rows.length === 0) return;
  await db
    .insertInto("paper_neighbours")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces a user's ranking. */
export async function saveScores(db: Db, userId: string, rows: readonly PaperScoreRow[]): Promise<void> {
  await db.deleteFrom("paper_scores").where("userId", "=", userId).execute();
  if (rows.length > 0) await db.insertInto("paper_scores").values(rows).execute();
}

/** Counts the papers starred by a user, or by anyone for the team. */
export async function countStarred(db: Db, userId: string): Promise<number> {
  let query = db.selectFrom("paper_marks").where("isStarred", "=", sql.lit(1));
  if (userId !== TEAM_USER_ID) query = query.where("userId", "=", userId);
  const { count } = await query
    .select(({ fn }) => fn.count<number>("place").distinct().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the users with starred papers. */
export const listUsersWithStars = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom("paper_marks")
      .select("userId")
      .distinct()
      .where("isStarred", "=", sql.lit(1))
      .orderBy("userId")
      .execute()
  ).map(({ userId }) => userId);

export interface PaperWork {
  task: "compare" | "rank";
  /** Id of the paper to compare, or of the user with an outdated ranking. Empty for all papers or the team. */
  id: string;
}

/** Queues work on papers. Queued or unfinished work starts again. */
export const queueWork = (db: Db, work: readonly PaperWork[]) => {
  const version = randomUUID();
  return db
    .insertInto("paper_queue")
    .values(work.map((row) => ({ ...row, after: null, version })))
    .onConflict((conflict) => conflict.columns(["task", "id"]).doUpdateSet({ after: null, version }))
    .execute();
};

/** Queues the rankings of these users. `TEAM_USER_ID` is the team. */
export const queueRankings = (db: Db, userIds: readonly string[]) =>
  queueWork(
    db,
    userIds.map((id) => ({ task: "rank", id })),
  );

export const listQueuedWork = (db: Db, limit: number) =>
  db.selectFrom("paper_queue").selectAll().orderBy("task").orderBy("id").limit(limit).execute();

/** Stores the position of work in progress, unless it was queued again. */
export const saveProgress = (db: Db, { task, id, version }: PaperQueueRow, after: number) =>
  db
    .updateTable("paper_queue")
    .set({ after })
    .where("task", "=", task)
    .where("id", "=", id)
    .where("version", "=", version)
    .execute();

/** Deletes finished work, unless it was queued again. */
export const deleteQueued = (db: Db, { task, id, version }: PaperQueueRow) =>
  db
    .deleteFrom("paper_queue")
    .where("task", "=", task)
    .where("id", "=", id)
    .where("version", "=", version)
    .execute();

/** Returns the reasons for ranked papers: the title of a starred paper, and words that occur in both. */
export const listReasons = (db: Db, userId: string, paperIds: readonly string[]) =>
  db
    .selectFrom("paper_scores as ranked")
    .innerJoin("research_papers as starred", "starred.id", "ranked.becauseId")
    .select(["ranked.paperId", "ranked.words", "starred.title"])
    .where("ranked.userId", "=", userId)
    .where("ranked.paperId", "in", engineOf(db).valuesOf(paperIds))
    .execute();

/** Returns the papers most similar to one, best first. */
export const listNeighbours = (db: Db, id: string) =>
  db
    .selectFrom("paper_neighbours as near")
    .innerJoin("research_papers as paper", "paper.id", "near.otherId")
    .select(["near.otherId", "near.score", "paper.place"])
    .where("near.paperId", "=", id)
    .orderBy("near.score", "desc")
    .orderBy("near.otherId")
    .execute();
