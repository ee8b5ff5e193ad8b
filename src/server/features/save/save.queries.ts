import { sql } from "kysely";

import type { Db } from "#db/database.ts";

/** Returns the article with this canonical URL. */
export const findArticleAt = (db: Db, url: string) =>
  db.selectFrom("news_articles").select(["id", "title"]).where("url", "=", url).executeTakeFirst();

export const findPaperByArxivId = (db: Db, arXivId: string) =>
  db.selectFrom("research_papers").select(["id", "title"]).where("arXivId", "=", arXivId).executeTakeFirst();

/** Lists readings that are books, with their ISBNs as entered. */
export const listBooks = (db: Db) =>
  db.selectFrom("readings").select(["id", "title", "isbn"]).where("isbn", "is not", null).execute();

/** Returns the reading or prompt that was saved from this URL. Its notes begin with the URL. */
export async function findSavedAt(db: Db, url: string) {
  const firstLine = `${url}\n`;
  const isSaved = sql<boolean>`substr(notes || ${"\n"}, 1, ${sql.lit(firstLine.length)}) = ${firstLine}`;
  const reading = await db.selectFrom("readings").select(["id", "title"]).where(isSaved).executeTakeFirst();
  if (reading) return { kind: "reading" as const, ...reading };
  const prompt = await db.selectFrom("prompts").select(["id", "name"]).where(isSaved).executeTakeFirst();
  return prompt && { kind: "prompt" as const, id: prompt.id, title: prompt.name };
}
