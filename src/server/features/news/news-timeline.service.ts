import type { NewsReaderRow } from "#db/schema.ts";
import { areAllIndexed } from "#db/search/substring-search.ts";
import type { App } from "#server/app.ts";
import { anyOf, collected, type Source, type Timeline } from "#server/kernel/paging/timeline.ts";

import { findLastSeq, listMarkedUnread } from "./news-flags.queries.ts";
import {
  countClusters,
  countNewsOfTools,
  filterMatching,
  listSortKeysFoundAfter,
  listSortKeysOfTools,
  listToolIdsNamed,
  type NewsFilter,
  starredSource,
  clusterSource,
  textSource,
  toolSource,
} from "./news.queries.ts";

/** Number of clusters that are quickly checked one by one, or collected and sorted. */
const FEW = 2000;
/** Number of tools that are queried one by one for their clusters. */
const FEW_TOOLS = 50;

/**
 * The stories that match, as this person sees them: candidates from what leaves the fewest, the rest by a look at each.
 * Articles of a deleted tool that are still being moved never match.
 */
export async function newsTimeline(
  app: App,
  reader: NewsReaderRow,
  filter: NewsFilter,
  deletedTools: readonly string[],
): Promise<Timeline> {
  const { search, toolId, show = "all" } = filter;
  const { holdsThread } = app.database;
  if (search === undefined && show === "all" && deletedTools.length === 0) {
    const source = toolId === undefined ? clusterSource(app.db) : toolSource(app.db, toolId);
    return { holdsThread, source, fits: null };
  }
  return {
    holdsThread,
    source: await chooseSource(app, reader, filter),
    fits: (places) => filterMatching(app.db, reader, filter, places),
  };
}

async function chooseSource(
  app: App,
  reader: NewsReaderRow,
  { search, toolId, show }: NewsFilter,
): Promise<Source> {
  if (show === "starred") return starredSource(app.db, reader.userId);
  const unread = show === "unread" ? await fewUnread(app, reader) : null;
  if (unread) return unread;
  if (search !== undefined) return searchSource(app, search, toolId);
  return toolId === undefined ? clusterSource(app.db) : toolSource(app.db, toolId);
}

/** Returns clusters that may be unread if there are few. Returns null if a scan of all finds them quickly. */
async function fewUnread({ db }: App, reader: NewsReaderRow): Promise<Source | null> {
  if (reader.readStories >= (await countClusters(db))) return collected([]);
  if ((await findLastSeq(db)) - reader.readThrough > FEW) return null;
  return collected([
    ...(await listSortKeysFoundAfter(db, reader.readThrough)),
    ...(await listMarkedUnread(db, reader.userId)),
  ]);
}

/** Returns clusters that may contain a text: in an article, or in the name or company of one of its tools. */
async function searchSource({ db }: App, text: string, toolId: string | undefined): Promise<Source> {
  const named = await listToolIdsNamed(db, text);
  if (toolId !== undefined) {
    const isSoonSeen = named.includes(toolId) || (await countNewsOfTools(db, [toolId])) <= FEW;
    if (isSoonSeen) return toolSource(db, toolId);
  }
  const all = toolId === undefined ? clusterSource(db) : toolSource(db, toolId);
  // Texts this short have no index. They are found quickly, or searched page by page.
  if (!areAllIndexed([text])) return all;
  const inText = textSource(db, text);
  if (named.length === 0) return inText;
  if (named.length <= FEW_TOOLS) return anyOf([inText, ...named.map((id) => toolSource(db, id))]);
  // With this many tools, news is either everywhere or very rare.
  const stories = await countNewsOfTools(db, named);
  return stories > FEW ? all : anyOf([inText, collected(await listSortKeysOfTools(db, named))]);
}
