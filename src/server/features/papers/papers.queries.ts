import { sql } from "kysely";
import { z } from "zod";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { commentCount, countRows, inBatches } from "#db/rows.ts";
import type { PaperRow } from "#db/schema.ts";
import { createQuerySource, type Source } from "#server/kernel/paging/timeline.ts";
import type { PaperShow } from "#shared/papers/paper-words.ts";
import type { Paper, PaperFlags } from "#shared/papers/papers.ts";

const categoriesColumn = z.array(z.string());

/** A user, and the time since which papers are new to them. */
export interface Viewer {
  userId: string;
  newSince: string | null;
}

/** Conditions for matching papers. */
export interface PaperFilter {
  /** Words that must all occur in the title, the authors or the abstract. */
  words: readonly string[];
  category: string | undefined;
  show: PaperShow;
}

const NEW_LINE = sql.lit("\n");

/** Text that a search covers. */
const SEARCHED_TEXT = sql<string>`(paper.title || ${NEW_LINE} || paper.authors || ${NEW_LINE} || paper.abstract)`;

/** Returns a source of all papers, including hidden ones. */
export const paperSource = (db: Db): Source =>
  createQuerySource(db.selectFrom("research_papers").select("place"));

/** Returns a source of a category's papers. */
export const categorySource = (db: Db, category: string): Source =>
  createQuerySource(db.selectFrom("paper_categories").select("place").where("category", "=", category));

/** Returns a source of the papers that a user has starred or hidden. */
export const flaggedSource = (db: Db, userId: string, flag: "isStarred" | "isHidden"): Source =>
  createQuerySource(
    db.selectFrom("paper_marks").select("place").where("userId", "=", userId).where(flag, "=", sql.lit(1)),
  );

/** Returns a source of the papers that may contain all these words. */
export const textSource =
  (db: Db, words: readonly string[]): Source =>
  (slice) =>
    engineOf(db).sortKeysInIndex(db, "paper_trigrams", words, slice);

/** Lists the sort keys of at most `limit` papers found after a time, unordered. */
export async function listSortKeysFoundAfter(db: Db, time: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("research_papers")
    .select("place")
    .where("createdAt", ">", time)
    .limit(limit)
    .execute();
  return rows.map(({ place }) => place);
}

const papersWithFlags = (db: Db, { userId }: Viewer) =>
  db
    .selectFrom("research_papers as paper")
    .leftJoin("paper_marks as mark", (join) =>
      join.onRef("mark.place", "=", "paper.place").on("mark.userId", "=", userId),
    );

/** Selects papers that match a filter, as this user sees them. */
function matching(db: Db, viewer: Viewer, { words, category, show }: PaperFilter) {
  let query = papersWithFlags(db, viewer).select("paper.place");
  if (category !== undefined) {
    query = query.where(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom("paper_categories")
          .select("place")
          .where("category", "=", category)
          .where("place", "=", ref("paper.place")),
      ),
    );
  }
  if (show === "starred") query = query.where("mark.isStarred", "=", 1);
  else if (show === "hidden") query = query.where("mark.isHidden", "=", 1);
  else query = query.where(({ fn }) => fn.coalesce("mark.isHidden", sql.lit(0)), "=", 0);
  if (show === "new") query = query.where("paper.createdAt", ">", viewer.newSince ?? "9999");
  for (const word of words) query = query.where(engineOf(db).contains(SEARCHED_TEXT, word));
  return query;
}

/** Returns which of these papers match a filter, as this user sees them. */
export async function filterMatching(
  db: Db,
  viewer: Viewer,
  filter: PaperFilter,
  places: readonly number[],
): Promise<Set<number>> {
  const rows = await matching(db, viewer, filter)
    .where("paper.place", "in", engineOf(db).valuesOf(places))
    .execute();
  return new Set(rows.map(({ place }) => place));
}

/** Returns the matching papers in the ranking of a user or the team, best first. */
export async function listRanked(
  db: Db,
  viewer: Viewer,
  filter: PaperFilter,
  userId: string,
): Promise<number[]> {
  const rows = await matching(db, viewer, filter)
    .innerJoin("paper_scores as ranked", "ranked.paperId", "paper.id")
    .where("ranked.userId", "=", userId)
    .orderBy("ranked.score", "desc")
    .orderBy("ranked.paperId")
    .execute();
  return rows.map(({ place }) => place);
}

const SHOWN_COLUMNS = [
  "paper.id",
  "paper.title",
  "paper.abstract",
  "paper.authors",
  "paper.url",
  "paper.pdfUrl",
  "paper.arXivId",
  "paper.categories",
  "paper.publishedAt",
  "paper.imageUrl",
  "paper.pplxSummary",
  "paper.summarySource",
  "paper.createdAt",
  "paper.isWithdrawn",
  "mark.isStarred",
  "mark.isHidden",
] as const;

/** Selects papers with this user's flags and the number of comments. */
const shownPapers = (db: Db, viewer: Viewer) =>
  papersWithFlags(db, viewer)
    .select(SHOWN_COLUMNS)
    .select(commentCount(db, "paper", "paper.id"));

type ShownRow = Awaited<ReturnType<ReturnType<typeof shownPapers>["executeTakeFirstOrThrow"]>>;

const toPaper = (
  { categories, isWithdrawn, isStarred, isHidden, ...row }: ShownRow,
  { newSince }: Viewer,
): Paper => ({
  ...row,
  isWithdrawn: isWithdrawn === 1,
  categories: categoriesColumn.parse(JSON.parse(categories)),
  isStarred: isStarred === 1,
  isHidden: isHidden === 1,
  isNew: newSince !== null && row.createdAt > newSince,
  reason: null,
});

/** Lists the papers at these sort keys, in the given order. Other requests can run between batches. */
export async function listPapersAt(db: Db, viewer: Viewer, places: readonly number[]): Promise<Paper[]> {
  const papers: Paper[] = [];
  for await (const batch of inBatches(places)) {
    const rows = await shownPapers(db, viewer)
      .select("paper.place")
      .where("paper.place", "in", engineOf(db).valuesOf(batch))
      .execute();
    const byPlace = new Map(rows.map(({ place, ...row }) => [place, toPaper(row, viewer)]));
    papers.push(...batch.flatMap((place) => byPlace.get(place) ?? []));
  }
  return papers;
}

export async function findPaper(db: Db, viewer: Viewer, id: string): Promise<Paper | undefined> {
  const row = await shownPapers(db, viewer).where("paper.id", "=", id).executeTakeFirst();
  return row && toPaper(row, viewer);
}

/** Counts all papers or those of a category, including hidden ones. */
export async function countPapers(db: Db, category = ""): Promise<number> {
  const row = await db
    .selectFrom("paper_counts")
    .select("papers")
    .where("category", "=", category)
    .executeTakeFirst();
  return row?.papers ?? 0;
}

/** Counts the papers that a user has starred or hidden. */
export const countFlagged = (db: Db, userId: string, flag: "isStarred" | "isHidden"): Promise<number> =>
  countRows(db.selectFrom("paper_marks").where("userId", "=", userId).where(flag, "=", sql.lit(1)));

/** Counts the papers of each category, most frequent first. */
export async function countByCategory(db: Db): Promise<{ category: string; count: number }[]> {
  return db
    .selectFrom("paper_counts")
    .select(["category", "papers as count"])
    .where("category", "<>", "")
    .orderBy("papers", "desc")
    .orderBy("category")
    .execute();
}

/** Counts the papers published on each day since `since`, oldest first. Omits days without papers. */
export const countByDay = (db: Db, since: string): Promise<{ day: string; count: number }[]> =>
  db
    .selectFrom("paper_days")
    .select(["day", "papers as count"])
    .where("day", ">=", since)
    .where("papers", ">", 0)
    .orderBy("day")
    .execute();

/** Returns which of these papers are stored, by archive id, with their sort keys. */
export async function listKnownPapers(
  db: Db,
  arXivIds: readonly string[],
): Promise<Map<string, Pick<PaperRow, "place" | "publishedAt" | "url" | "isWithdrawn" | "addedBy">>> {
  if (arXivIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("research_papers")
    .select(["arXivId", "place", "publishedAt", "url", "isWithdrawn", "addedBy"])
    .where("arXivId", "in", arXivIds)
    .execute();
  return new Map(rows.map(({ arXivId, ...row }) => [arXivId, row]));
}

/** Returns the paper with this archive id. */
export const findByArxivId = (db: Db, arXivId: string) =>
  db.selectFrom("research_papers").select("id").where("arXivId", "=", arXivId).executeTakeFirst();

/** Stores papers. Updates known ones and preserves their summaries. */
export const upsertPapers = (db: Db, rows: readonly PaperRow[]) =>
  db
    .insertInto("research_papers")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("arXivId").doUpdateSet(({ ref }) => ({
        place: ref("excluded.place"),
        title: ref("excluded.title"),
        abstract: ref("excluded.abstract"),
        authors: ref("excluded.authors"),
        url: ref("excluded.url"),
        pdfUrl: ref("excluded.pdfUrl"),
        categories: ref("excluded.categories"),
        publishedAt: ref("excluded.publishedAt"),
        isWithdrawn: ref("excluded.isWithdrawn"),
      })),
    )
    .execute();

/** Stores the summary of a paper, unless it already has one. Returns undefined in that case. */
export const saveFirstSummary = (db: Db, id: string, summary: PaperSummary) =>
  db
    .updateTable("research_papers")
    .set(summary)
    .where("id", "=", id)
    .where("pplxSummary", "is", null)
    .returning("id")
    .executeTakeFirst();

type PaperSummary = Pick<PaperRow, "pplxSummary" | "summarySource">;

export const findSummary = (db: Db, id: string): Promise<PaperSummary | undefined> =>
  db
    .selectFrom("research_papers")
    .select(["pplxSummary", "summarySource"])
    .where("id", "=", id)
    .executeTakeFirst();

/** Sets a user's flags of a paper. Omitted flags stay unchanged. */
export const upsertPaperFlags = (db: Db, userId: string, { id, isStarred, isHidden }: PaperFlags) => {
  const flags = {
    ...(isStarred !== undefined && { isStarred: Number(isStarred) }),
    ...(isHidden !== undefined && { isHidden: Number(isHidden) }),
  };
  return db
    .insertInto("paper_marks")
    .values(({ selectFrom }) => ({
      userId,
      place: selectFrom("research_papers").select("place").where("id", "=", id),
      isStarred: 0,
      isHidden: 0,
      ...flags,
    }))
    .onConflict((conflict) => conflict.columns(["userId", "place"]).doUpdateSet({ userId, ...flags }))
    .execute();
};
