import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { PreparedQuery } from "#db/search/ranked-search.ts";
import { itemsOf } from "#server/kernel/texts/texts.queries.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import { itemKindSchema } from "#shared/kernel/items.ts";

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

/** Maximum number of items rescanned for a name, the newest first. */
const MAX_RESCANNED_ITEMS = 20_000;

const EMPTY_QUERY: PreparedQuery["query"] = {
  text: "",
  words: [],
  isTyping: false,
  phrases: [],
  excluded: [],
  kinds: [],
  tags: [],
  by: [],
  verdicts: [],
  after: null,
  before: null,
};

/** Returns items that may contain these words in sequence, the newest first. For a comment, returns its item. */
export async function findItemsContaining(
  db: Db,
  words: string,
  limit = MAX_RESCANNED_ITEMS,
): Promise<ItemKey[]> {
  const query = { ...EMPTY_QUERY, phrases: [words] };
  const docs = await engineOf(db).search.latest(
    db,
    { query, all: [], some: [], docsByWord: new Map() },
    { kind: null, limit },
  );
  const comments = docs.flatMap(({ kind, itemId }) => (kind === "comment" ? itemId : []));
  return [
    ...docs.flatMap(({ kind, itemId }) =>
      kind === "comment" ? [] : { kind: itemKindSchema.parse(kind), id: itemId },
    ),
    ...(await itemsOf(db, "comment", comments)),
  ];
}
