import type { Db } from "#db/database.ts";
import { canonicalUrl } from "#server/outside/http/canonical-url.ts";
import { type ItemRef, itemRefSchema } from "#shared/kernel/items.ts";
import type { UnresolvedAddress } from "#shared/mentions/links-in-item.ts";
import { toIsbn13 } from "#shared/readings/isbn.ts";

import { listArticlesAt, listBooks, listPapersByNumber } from "./items-with.queries.ts";

type Found = ReadonlyMap<string, ItemRef>;

/** Returns the items at these addresses, in their order. For an article, returns the lead of its cluster. */
export async function resolveFoundAddresses(
  db: Db,
  places: readonly UnresolvedAddress[],
): Promise<{ place: UnresolvedAddress; to: ItemRef }[]> {
  if (places.length === 0) return [];
  const valuesOf = (wanted: UnresolvedAddress["address"]["kind"]) => [
    ...new Set(places.flatMap(({ address: { kind, value } }) => (kind === wanted ? value : []))),
  ];
  const found: Record<UnresolvedAddress["address"]["kind"], Found> = {
    item: new Map(valuesOf("item").map((ref) => [ref, itemRefSchema.parse(ref)])),
    arxiv: await findPapers(db, valuesOf("arxiv")),
    isbn: await findBooks(db, valuesOf("isbn")),
    url: await findArticles(db, valuesOf("url")),
    host: new Map(),
  };
  return places.flatMap((place) => {
    const to = found[place.address.kind].get(place.address.value);
    return to === undefined ? [] : [{ place, to }];
  });
}

async function findPapers(db: Db, numbers: readonly string[]): Promise<Found> {
  if (numbers.length === 0) return new Map();
  const papers = await listPapersByNumber(db, numbers);
  return new Map(papers.map(({ id, arXivId }) => [arXivId, `paper:${id}`]));
}

/** ISBNs are written in many ways, so this compares those of all readings. */
async function findBooks(db: Db, isbns: readonly string[]): Promise<Found> {
  if (isbns.length === 0) return new Map();
  const wanted = new Set(isbns);
  const books = await listBooks(db);
  return new Map(
    books.flatMap(({ id, isbn }) => {
      const digits = toIsbn13(isbn ?? "");
      return digits !== null && wanted.has(digits) ? [[digits, `reading:${id}`] as const] : [];
    }),
  );
}

async function findArticles(db: Db, urls: readonly string[]): Promise<Found> {
  const canonical = urls.flatMap((url) => {
    const address = canonicalUrl(url);
    return address === null ? [] : [{ url, address }];
  });
  if (canonical.length === 0) return new Map();
  const articles = await listArticlesAt(
    db,
    canonical.map(({ address }) => address),
  );
  const ids = new Map(articles.map(({ id, url, leadId }) => [url, leadId ?? id]));
  return new Map(
    canonical.flatMap(({ url, address }) => {
      const id = ids.get(address);
      return id === undefined ? [] : [[url, `article:${id}`] as const];
    }),
  );
}
