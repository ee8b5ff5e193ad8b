import { sql } from "kysely";
import { z } from "zod";

import { contains } from "#db/contains.ts";
import type { Db } from "#db/open.ts";
import type { PaperRow } from "#db/schema.ts";
import { latestFirst, type Slice } from "#server/paging.ts";
import type { Paper, PaperMark, PaperQuery } from "#shared/papers.ts";

const categoriesColumn = z.array(z.string());

/** What a person sees: their own marks, and since when papers are new to them. */
export interface Viewer {
  userId: string;
  newSince: string | null;
}

export type PaperFilter = Pick<PaperQuery, "search" | "category" | "from" | "to" | "show">;

type MarkedRow = PaperRow & { isStarred: number | null; isHidden: number | null };

const toPaper = ({ categories, isStarred, isHidden, ...row }: MarkedRow, { newSince }: Viewer): Paper => ({
  ...row,
  categories: categoriesColumn.parse(JSON.parse(categories)),
  isStarred: isStarred === 1,
  isHidden: isHidden === 1,
  isNew: newSince !== null && row.createdAt > newSince,
});

/** Where words are looked for. */
const SEARCHED = sql<string>`(paper.title || char(10) || paper.authors || char(10) || paper.abstract)`;

const marked = (db: Db, { userId }: Viewer) =>
  db
    .selectFrom("research_papers as paper")
    .leftJoin("paper_marks as mark", (join) =>
      join.onRef("mark.paperId", "=", "paper.id").on("mark.userId", "=", userId),
    );

function filtered(db: Db, viewer: Viewer, { search, category, from, to, show = "all" }: PaperFilter) {
  const words = (search ?? "").split(/\s+/u).filter((word) => word !== "");
  let query = marked(db, viewer);
  for (const word of words.slice(0, 10)) {
    query = query.where(contains(SEARCHED, word));
  }
  if (category !== undefined) {
    query = query.where(
      sql<boolean>`exists (select 1 from json_each(paper.categories) where value = ${category})`,
    );
  }
  if (from !== undefined) query = query.where("paper.publishedAt", ">=", from);
  if (to !== undefined) query = query.where("paper.publishedAt", "<=", `${to}T23:59:59.999Z`);
  if (show === "starred") return query.where("mark.isStarred", "=", 1);
  if (show === "hidden") return query.where("mark.isHidden", "=", 1);
  if (show === "new") query = query.where("paper.createdAt", ">", viewer.newSince ?? "9999");
  return query.where(sql<boolean>`coalesce(mark.isHidden, 0) = 0`);
}

/** Papers that match, latest published first. */
export async function listPapers(
  db: Db,
  viewer: Viewer,
  filter: PaperFilter,
  slice: Slice,
): Promise<Paper[]> {
  const all = filtered(db, viewer, filter).selectAll("paper").select(["mark.isStarred", "mark.isHidden"]);
  const rows = await latestFirst(all, ["paper.publishedAt", "paper.id"], slice).execute();
  return rows.map((row) => toPaper(row, viewer));
}

export async function countPapers(db: Db, viewer: Viewer, filter: PaperFilter): Promise<number> {
  const { count } = await filtered(db, viewer, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findPaper(db: Db, viewer: Viewer, id: string): Promise<Paper | undefined> {
  const row = await marked(db, viewer)
    .selectAll("paper")
    .select(["mark.isStarred", "mark.isHidden"])
    .where("paper.id", "=", id)
    .executeTakeFirst();
  return row && toPaper(row, viewer);
}

/** Which of these identifiers are stored. */
export async function listKnownArXivIds(db: Db, arXivIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("research_papers")
    .select("arXivId")
    .where("arXivId", "in", arXivIds)
    .execute();
  return new Set(rows.map(({ arXivId }) => arXivId));
}

/** Stores papers; a known one is renewed, and its summary stays. */
export const upsertPapers = (db: Db, rows: readonly PaperRow[]) =>
  db
    .insertInto("research_papers")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("arXivId").doUpdateSet(({ ref }) => ({
        title: ref("excluded.title"),
        abstract: ref("excluded.abstract"),
        authors: ref("excluded.authors"),
        url: ref("excluded.url"),
        pdfUrl: ref("excluded.pdfUrl"),
        categories: ref("excluded.categories"),
        publishedAt: ref("excluded.publishedAt"),
      })),
    )
    .execute();

/** Keeps the first summary of a paper; returns nothing when it has one. */
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

/** Sets a person's marks of a paper; absent ones stay. */
export const upsertPaperMark = (db: Db, userId: string, { id, isStarred, isHidden }: PaperMark) => {
  const flags = {
    ...(isStarred !== undefined && { isStarred: Number(isStarred) }),
    ...(isHidden !== undefined && { isHidden: Number(isHidden) }),
  };
  return db
    .insertInto("paper_marks")
    .values({ userId, paperId: id, isStarred: 0, isHidden: 0, ...flags })
    .onConflict((conflict) => conflict.columns(["userId", "paperId"]).doUpdateSet({ userId, ...flags }))
    .execute();
};

/** How many papers name each category, the most frequent first. */
export async function countByCategory(db: Db): Promise<{ category: string; count: number }[]> {
  const { rows } = await sql<{ category: string; count: number }>`
    select named.value as category, count(*) as count
    from research_papers, json_each(research_papers.categories) as named
    group by named.value
    order by count desc, category`.execute(db);
  return rows;
}

/** How many papers were published on each day since `since`, oldest first; days without any are left out. */
export const countByDay = (db: Db, since: string): Promise<{ day: string; count: number }[]> =>
  db
    .selectFrom("research_papers")
    .select([sql<string>`substr(publishedAt, 1, 10)`.as("day"), sql<number>`count(*)`.as("count")])
    .where("publishedAt", ">=", since)
    .groupBy("day")
    .orderBy("day")
    .execute();
