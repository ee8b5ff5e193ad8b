import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { ItemKind } from "#shared/item-address.ts";
import { LINK_FIELDS, type LinkField } from "#shared/link-fields.ts";
import type { ItemText, ItemTexts } from "#shared/mentions/links-in-item.ts";
import { plainTex } from "#shared/tex/tex-text.ts";

/** So much of a discussion is read, the newest of it. */
const LETTERS_OF_DISCUSSION = 200_000;
const MOST_COMMENTS = 2000;

/** The texts of those of these items that there are; of articles that tell one story, of the one that the news show. */
export const loadItemTexts = (db: Db, kind: ItemKind, ids: readonly string[]): Promise<ItemTexts[]> =>
  ids.length === 0 ? Promise.resolve([]) : LOADERS[kind](db, ids);

const LOADERS: Record<ItemKind, (db: Db, ids: readonly string[]) => Promise<ItemTexts[]>> = {
  async tool(db, ids) {
    const rows = await db
      .selectFrom("ai_tools")
      .select(["id", "name", "use", "capabilities", "notes", "dateUpdated"])
      .where("id", "in", ids)
      .execute();
    return rows.map(({ id, name, dateUpdated, ...texts }) =>
      item({ id, title: name, at: dateUpdated }, texts),
    );
  },
  async prompt(db, ids) {
    const rows = await db
      .selectFrom("prompts")
      .select(["id", "name", "purpose", "prompt", "notes", "dateUpdated"])
      .where("id", "in", ids)
      .execute();
    return rows.map(({ id, name, dateUpdated, ...texts }) =>
      item({ id, title: name, at: dateUpdated }, { title: name, ...texts }),
    );
  },
  async reading(db, ids) {
    const rows = await db
      .selectFrom("readings")
      .select(["id", "title", "topic", "notes", "createdAt"])
      .where("id", "in", ids)
      .execute();
    const read: ItemTexts[] = [];
    for (const { id, title, createdAt, ...texts } of rows) {
      const reading = item({ id, title, at: createdAt }, { title, ...texts });
      reading.texts.push(...(await listComments(db, id)));
      read.push(reading);
    }
    return read;
  },
  async paper(db, ids) {
    const rows = await db
      .selectFrom("research_papers")
      .select(["id", "title", "abstract", "pplxSummary as summary", "publishedAt"])
      .where("id", "in", ids)
      .execute();
    return rows.map(({ id, publishedAt, summary, ...texts }) => {
      const title = plainTex(texts.title);
      return item({ id, title, at: publishedAt }, { title, abstract: plainTex(texts.abstract), summary });
    });
  },
  async article(db, ids) {
    const rows = await db
      .selectFrom("news_articles")
      .select(["id", "place", "title", "content", "excerpt", "url", "publishedAt", "toolId", "toolName"])
      .where("id", "in", ids)
      .where("leadPlace", "is", null)
      .execute();
    const others = await db
      .selectFrom("news_articles")
      .select(["leadPlace", "toolId", "toolName"])
      .where("leadPlace", "in", engineOf(db).valuesOf(rows.map(({ place }) => place)))
      .execute();
    return rows.map(({ id, place, title, content, excerpt, url, publishedAt, ...subject }) => ({
      ...item({ id, title, at: publishedAt }, { title, text: content ?? excerpt, address: url }),
      subjects: [subject, ...others.filter(({ leadPlace }) => leadPlace === place)].map(
        ({ toolId, toolName }) => ({ toolId, name: toolName }),
      ),
    }));
  },
};

const item = (
  described: Pick<ItemTexts, "id" | "title" | "at">,
  texts: Partial<Record<LinkField, string | null>>,
): ItemTexts => ({
  ...described,
  texts: LINK_FIELDS.flatMap((field) => {
    const text = texts[field] ?? "";
    return text === "" ? [] : { field, text };
  }),
  subjects: [],
});

async function listComments(db: Db, readingId: string): Promise<ItemText[]> {
  const comments = await db
    .selectFrom("comments")
    .select(["id", "content"])
    .where("readingId", "=", readingId)
    .where("deletedAt", "is", null)
    .orderBy("position", "desc")
    .limit(MOST_COMMENTS)
    .execute();
  const read: ItemText[] = [];
  let room = LETTERS_OF_DISCUSSION;
  for (const { id, content } of comments) {
    room -= content.length;
    if (room < 0) break;
    read.push({ field: "comment", text: content, commentId: id });
  }
  return read;
}

/** Of articles, the ones that stand for the stories that these tell. */
export async function listLeads(db: Db, ids: readonly string[]): Promise<string[]> {
  const leads = await db
    .selectFrom("news_articles as article")
    .innerJoin("news_articles as lead", "lead.place", "article.leadPlace")
    .select("lead.id")
    .distinct()
    .where("article.id", "in", ids)
    .execute();
  return leads.map(({ id }) => id);
}

const TABLES = {
  tool: "ai_tools",
  prompt: "prompts",
  reading: "readings",
  article: "news_articles",
  paper: "research_papers",
} as const;

/** How many items there are of a kind; articles that tell one story count each. */
export async function countItems(db: Db, kind: ItemKind): Promise<number> {
  const { items } = await db
    .selectFrom(TABLES[kind])
    .select(({ fn }) => fn.countAll<number>().as("items"))
    .executeTakeFirstOrThrow();
  return items;
}
