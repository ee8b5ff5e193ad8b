import type { Db } from "#db/database.ts";
import { canonicalUrl } from "#server/integrations/canonical-url.ts";
import { toIsbn13 } from "#shared/isbn.ts";
import type { ItemRef } from "#shared/items.ts";

import type { FoundPlace } from "./find-links.ts";

/** Which items these addresses lead to, in their order; an article by the one that stands for its story. */
export async function resolvePlaces(
  db: Db,
  places: readonly FoundPlace[],
): Promise<{ place: FoundPlace; to: ItemRef }[]> {
  const byKind = Map.groupBy(places, ({ address }) => address.kind);
  const valuesOf = (kind: FoundPlace["address"]["kind"]) => [
    ...new Set(byKind.get(kind)?.map(({ address }) => address.value)),
  ];
  const papers = await findPapers(db, valuesOf("arxiv"));
  const readings = await findReadings(db, valuesOf("isbn"));
  const articles = await findArticles(db, valuesOf("url"));
  return places.flatMap((place) => {
    const { kind, value } = place.address;
    // It was read by the schema of references.
    const item = kind === "item" ? (value as ItemRef) : undefined;
    const found = {
      item,
      arxiv: papers.get(value),
      isbn: readings.get(value),
      url: articles.get(value),
      host: undefined,
    };
    const to = found[kind];
    return to === undefined ? [] : [{ place, to }];
  });
}

async function findPapers(db: Db, numbers: readonly string[]): Promise<Map<string, ItemRef>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom("research_papers")
    .select(["id", "arXivId"])
    .where("arXivId", "in", numbers)
    .execute();
  return new Map(rows.map(({ id, arXivId }) => [arXivId, `paper:${id}`]));
}

/** People write ISBNs in many ways, so those of all readings are compared. */
async function findReadings(db: Db, isbns: readonly string[]): Promise<Map<string, ItemRef>> {
  if (isbns.length === 0) return new Map();
  const rows = await db.selectFrom("readings").select(["id", "isbn"]).where("isbn", "is not", null).execute();
  return new Map(
    rows.flatMap(({ id, isbn }) => {
      const digits = toIsbn13(isbn ?? "");
      return digits === null || !isbns.includes(digits) ? [] : [[digits, `reading:${id}`] as const];
    }),
  );
}

async function findArticles(db: Db, urls: readonly string[]): Promise<Map<string, ItemRef>> {
  const written = new Map(urls.map((url) => [url, canonicalUrl(url)]));
  const wanted = [...new Set(written.values())].filter((url) => url !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom("news_articles as article")
    .leftJoin("news_articles as lead", "lead.place", "article.leadPlace")
    .select(["article.id", "article.url", "lead.id as leadId"])
    // The index is by tool, then address.
    .where("article.toolId", "in", (from) => from.selectFrom("ai_tools").select("ai_tools.id"))
    .where("article.url", "in", wanted)
    .execute();
  const ids = new Map(rows.map(({ id, url, leadId }) => [url, leadId ?? id]));
  return new Map(
    urls.flatMap((url) => {
      const id = ids.get(written.get(url) ?? "");
      return id === undefined ? [] : [[url, `article:${id}`] as const];
    }),
  );
}
