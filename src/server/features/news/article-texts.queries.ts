import type { Db } from "#db/database.ts";
import { type ItemSource, toDoc, toItemTexts } from "#server/kernel/texts/text-source.ts";

import { listFurtherTools } from "./news-store.queries.ts";

/** Lists the articles among these that lead their clusters. Only these are shown. */
const listLeadArticles = (db: Db, ids: readonly string[]) =>
  db.selectFrom("news_articles").selectAll().where("id", "in", ids).where("leadPlace", "is", null).execute();

export const articleTexts: ItemSource = {
  kind: "article",
  table: "news_articles",
  columns: { title: "title", at: "publishedAt" },
  scanBatchSize: 50,
  async docs(db, ids) {
    const rows = await listLeadArticles(db, ids);
    const others = await listFurtherTools(db, ids);
    return rows.map((article) =>
      toDoc("article", {
        itemId: article.id,
        at: article.publishedAt,
        title: article.title,
        texts: [
          article.content ?? article.excerpt,
          article.toolName,
          ...(others.get(article.id) ?? []).map(({ name }) => name),
        ],
        people: article.source,
        tags: [],
        addedBy: null,
      }),
    );
  },
  async texts(db, ids) {
    const rows = await listLeadArticles(db, ids);
    const others = await listFurtherTools(db, ids);
    return rows.map(({ id, title, content, excerpt, url, publishedAt, toolId, toolName }) => ({
      ...toItemTexts({ id, title, at: publishedAt }, { title, text: content ?? excerpt, address: url }),
      subjects: [{ toolId, name: toolName }, ...(others.get(id) ?? [])],
    }));
  },
  listRescanned: listLeads,
};

/** Returns the ids of the lead articles of these articles' clusters. */
async function listLeads(db: Db, ids: readonly string[]): Promise<string[]> {
  const leads = await db
    .selectFrom("news_articles as article")
    .innerJoin("news_articles as lead", "lead.place", "article.leadPlace")
    .select("lead.id")
    .distinct()
    .where("article.id", "in", ids)
    .execute();
  return leads.map(({ id }) => id);
}
