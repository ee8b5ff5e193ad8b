import type { Db } from "#db/database.ts";
import { readDatabase } from "#db/open-for-reading.ts";
import { findLastSeqBefore } from "#server/features/events/events.queries.ts";
import { listClusters } from "#server/features/news/news.queries.ts";
import {
  countOverdue,
  listEvidenceRows,
  listMoves,
  listOverdue,
} from "#server/features/verdicts/verdicts.queries.ts";
import { loadTitles } from "#server/kernel/texts/texts.queries.ts";
import { BRIEF_LIMITS, dayAfter } from "#shared/brief/brief-rules.ts";
import type { BriefDocument, BriefPeriod } from "#shared/brief/briefs.ts";
import { startOfDay } from "#shared/kernel/day-counts.ts";
import { formatItemRef } from "#shared/kernel/items.ts";

import { type BriefComment, type BriefMaterial, writeBrief } from "./brief-document.ts";
import {
  type BriefRange,
  countFurtherSources,
  countNewsStars,
  countPaperStars,
  findLatestComment,
  listAddedTools,
  listArticleIds,
  listBriefPapers,
  listChangedPrompts,
  listDiscussed,
  listLatestClusters,
  listPromptsWithOtherFields,
  listUnanswered,
} from "./brief-lines.queries.ts";

/** Limits for the rows that are compared to choose the lines of a section. */
const MAX_MOVES = 500;
const MAX_CLUSTERS = 120;
const MAX_PROMPTS = 60;
const MAX_DISCUSSED = 1000;
const MAX_COMMENTS = 1000;
const { lines: MAX_LINES } = BRIEF_LIMITS;

export interface BriefTask {
  databaseUrl: string;
  period: BriefPeriod;
}

/** Creates the brief of a period from the database, in the current thread. */
export const readBrief = ({ databaseUrl, period }: BriefTask): Promise<BriefDocument> =>
  readDatabase(databaseUrl, async (db) => writeBrief(period, await readMaterial(db, period)));

async function readMaterial(db: Db, period: BriefPeriod): Promise<BriefMaterial> {
  const { timeZone } = period;
  const from = startOfDay(timeZone, period.from).toISOString();
  const to = startOfDay(timeZone, dayAfter(period.to)).toISOString();
  const range = {
    from,
    to,
    firstSeq: (await findLastSeqBefore(db, from)) + 1,
    lastSeq: await findLastSeqBefore(db, to),
  };
  const discussed = await listDiscussed(db, range, MAX_DISCUSSED);
  const dueBefore = dayAfter(period.to);
  return {
    moves: await readMoves(db, range),
    tools: await listAddedTools(db, range, MAX_LINES),
    news: await readNews(db, range),
    papers: await readPapers(db, range, discussed),
    prompts: await readPrompts(db, range),
    discussions: await readDiscussions(db, range, discussed),
    unanswered: await withTitles(db, await listUnanswered(db, range, MAX_COMMENTS)),
    reviews: {
      items: await listOverdue(db, dueBefore, MAX_LINES),
      total: await countOverdue(db, dueBefore),
    },
  };
}

async function readMoves(db: Db, { from, to }: BriefRange): Promise<BriefMaterial["moves"]> {
  const moves = await listMoves(db, { after: from, before: to }, MAX_MOVES);
  const ids = moves.map(({ id }) => id);
  const rows = await listEvidenceRows(db, ids);
  const items = rows.map(({ kind, itemId: id }) => ({ kind, id }));
  const titles = await loadTitles(db, items);
  const evidenceByVerdict = Map.groupBy(rows, ({ verdictId }) => verdictId);
  return moves.map((move) => ({
    ...move,
    evidence: (evidenceByVerdict.get(move.id) ?? []).flatMap(({ kind, itemId: id, stance }) => {
      const ref = formatItemRef({ kind, id });
      const { title } = titles.get(ref) ?? {};
      return title === undefined ? [] : { ref, title, stance };
    }),
  }));
}

/** A brief is the same for everyone, so it shows no one's flags. */
const ANONYMOUS_READER = { userId: "", readThrough: 0, readStories: 0 };

/** Returns clusters sorted by their number of sources, then by stars, then by time. */
async function readNews(db: Db, range: BriefRange): Promise<BriefMaterial["news"]> {
  const furtherSources = await countFurtherSources(db, range);
  const starred = await countNewsStars(db, range);
  const { places, total } = await listLatestClusters(db, range, MAX_CLUSTERS);
  const best = [...new Set([...furtherSources.keys(), ...starred.keys(), ...places])]
    .toSorted(
      (one, other) =>
        (furtherSources.get(other) ?? 0) - (furtherSources.get(one) ?? 0) ||
        (starred.get(other) ?? 0) - (starred.get(one) ?? 0) ||
        other - one,
    )
    .slice(0, MAX_CLUSTERS);
  const idByPlace = await listArticleIds(db, best);
  const starsById = new Map(best.map((place) => [idByPlace.get(place), starred.get(place) ?? 0]));
  const articles = await listClusters(db, ANONYMOUS_READER, best);
  return { clusters: articles.map((article) => ({ article, stars: starsById.get(article.id) ?? 0 })), total };
}

type Discussed = Awaited<ReturnType<typeof listDiscussed>>;

/** Returns the starred papers that were published or found in the period, and the papers discussed in it. */
async function readPapers(db: Db, range: BriefRange, discussed: Discussed): Promise<BriefMaterial["papers"]> {
  const stars = await countPaperStars(db, range);
  const replies = new Map(
    discussed.filter(({ kind }) => kind === "paper").map((paper) => [paper.itemId, paper.replies]),
  );
  const papers = await listBriefPapers(db, { places: [...stars.keys()], ids: [...replies.keys()] });
  const isInPeriod = (time: string) => time >= range.from && time < range.to;
  return papers.flatMap(({ place, createdAt, ...paper }) => {
    const count = replies.get(paper.id) ?? 0;
    if (count === 0 && !isInPeriod(paper.publishedAt) && !isInPeriod(createdAt)) return [];
    return { ...paper, stars: stars.get(place) ?? 0, replies: count };
  });
}

async function readPrompts(db: Db, range: BriefRange): Promise<BriefMaterial["prompts"]> {
  const rows = await listChangedPrompts(db, range, MAX_PROMPTS);
  const editedIds = rows.flatMap(({ id, isNew }) => (isNew === 1 ? [] : id));
  const changed = new Set(await listPromptsWithOtherFields(db, editedIds, range.from));
  return rows.flatMap(({ isNew, ...prompt }) =>
    isNew === 1 || changed.has(prompt.id) ? { ...prompt, isNew: isNew === 1 } : [],
  );
}

async function readDiscussions(
  db: Db,
  range: BriefRange,
  discussed: Discussed,
): Promise<BriefMaterial["discussions"]> {
  const comments = [];
  for (const { replies, ...item } of discussed.slice(0, MAX_LINES)) {
    const comment = await findLatestComment(db, range, item);
    if (comment) comments.push({ ...comment, replies });
  }
  return { latest: await withTitles(db, comments), total: discussed.length };
}

/** Adds each item's title to the comments on it. Omits comments on items without a title. */
async function withTitles<Row extends Omit<BriefComment, "title">>(
  db: Db,
  comments: readonly Row[],
): Promise<(Row & { title: string })[]> {
  const items = comments.map(({ kind, itemId: id }) => ({ kind, id }));
  const titles = await loadTitles(db, items);
  return comments.flatMap((comment) => {
    const { title } = titles.get(formatItemRef({ kind: comment.kind, id: comment.itemId })) ?? {};
    return title === undefined ? [] : { ...comment, title };
  });
}
