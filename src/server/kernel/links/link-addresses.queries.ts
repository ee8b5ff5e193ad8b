import type { Db } from "#db/database.ts";

/** Returns the papers with these arXiv ids. */
export const listPapersByNumber = (db: Db, numbers: readonly string[]) =>
  db.selectFrom("research_papers").select(["id", "arXivId"]).where("arXivId", "in", numbers).execute();

/** Returns all readings that are books, with their ISBNs as entered. */
export const listBooks = (db: Db) =>
  db.selectFrom("readings").select(["id", "isbn"]).where("isbn", "is not", null).execute();

/** Returns the articles at these URLs, each with the one that represents its cluster. */
export const listArticlesAt = (db: Db, urls: readonly string[]) =>
  db
    .selectFrom("news_articles as article")
    .leftJoin("news_articles as lead", "lead.place", "article.leadPlace")
    .select(["article.id", "article.url", "lead.id as leadId"])
    .where("article.url", "in", urls)
    .execute();
