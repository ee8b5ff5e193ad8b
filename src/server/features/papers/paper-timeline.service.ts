import { areAllIndexed } from "#db/search/substring-search.ts";
import { firstSortKeyOf, MAX_SORT_KEY } from "#db/sort-key.ts";
import type { App } from "#server/app.ts";
import { collected, type Source, type Timeline, within } from "#server/kernel/paging/timeline.ts";
import type { PaperQuery } from "#shared/papers/papers.ts";

import {
  categorySource,
  countMarked,
  countPapers,
  filterMatching,
  listSortKeysFoundAfter,
  markedSource,
  type PaperFilter,
  paperSource,
  textSource,
  type Viewer,
} from "./papers.queries.ts";

/** Number of papers that are quickly checked one by one, or collected and sorted. */
const FEW = 2000;
/** More words would not make a search more precise. */
const MAX_WORDS = 10;
const DAY_MS = 86_400_000;

/** Returns the words of a search. */
export const wordsOf = (search = ""): string[] =>
  search
    .split(/[\s\0]+/u)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);

/** Returns the sort keys of papers published on some days, the end excluded. */
export const spanOf = ({ from, to }: Pick<PaperQuery, "from" | "to">) => ({
  from: from === undefined ? 0 : firstSortKeyOf(from),
  before: to === undefined ? MAX_SORT_KEY : firstSortKeyOf(new Date(Date.parse(to) + DAY_MS).toISOString()),
});

/** Returns the matching papers as this user sees them. Takes candidates from the narrowest source and checks each. */
export async function paperTimeline(
  app: App,
  viewer: Viewer,
  { search, category, from, to, show = "all" }: PaperQuery,
): Promise<Timeline> {
  const words = wordsOf(search);
  const filter = { words, category, show };
  const source = await chooseSource(app, viewer, filter);
  const span = spanOf({ from, to });
  const isAll =
    words.length === 0 && show === "all" && (await countMarked(app.db, viewer.userId, "isHidden")) === 0;
  return {
    holdsThread: app.database.holdsThread,
    source: within(source, span),
    // The sources of all papers and of a category return only matches.
    fits: isAll ? null : (places) => filterMatching(app.db, viewer, filter, places),
  };
}

async function chooseSource(
  { db }: App,
  viewer: Viewer,
  { words, category, show }: PaperFilter,
): Promise<Source> {
  if (show === "starred") return markedSource(db, viewer.userId, "isStarred");
  if (show === "hidden") return markedSource(db, viewer.userId, "isHidden");
  if (show === "new") {
    if (viewer.newSince === null) return collected([]);
    const places = await listSortKeysFoundAfter(db, viewer.newSince, FEW + 1);
    // With more than this, a scan of all papers finds some quickly.
    if (places.length <= FEW) return collected(places);
  }
  const ofCategory = category === undefined ? null : categorySource(db, category);
  if (words.length === 0) return ofCategory ?? paperSource(db);
  if (ofCategory && (await countPapers(db, category)) <= FEW) return ofCategory;
  const indexed = words.filter((word) => areAllIndexed([word]));
  return indexed.length > 0 ? textSource(db, indexed) : (ofCategory ?? paperSource(db));
}
