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

/** Maximum numbers of rows that are compared to choose the lines of a section. */
const MOST_MOVES = 500;
const MOST_CLUSTERS = 120;
const MOST_PROMPTS = 60;
const MOST_DISCUSSED = 1000;
const MOST_COMMENTS = 1000;
const { lines: MOST_LINES } = BRIEF_LIMITS;

export interface BriefTask {
  databaseUrl: string;
  period: BriefPeriod;
}

/** Writes the brief of a period from the database, in this thread. */
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
  const discussed = await listDiscussed(db, range, MOST_DISCUSSED);
  const dueBefore = dayAfter(period.to);
  return {
    moves: await readMoves(db, range),
    tools: await listAddedTools(db, range, MOST_LINES),
    news: await readNews(db, range),
    papers: await readPapers(db, range, discussed),
    prompts: await readPrompts(db, range),
    discussions: await readDiscussions(db, range, discussed),
    unanswered: await withTitles(db, await listUnanswered(db, range, MOST_COMMENTS)),
    reviews: {
      items: await listOverdue(db, dueBefore, MOST_LINES),
      total: await countOverdue(db, dueBefore),
    },
  };
}

async function readMoves(db: Db, { from, to }: BriefRange): Promise<BriefMaterial["moves"]> {
  const moves = await listMoves(db, { after: from, before: to }, MOST_MOVES);
  const ids = moves.map(({ id }) => id);
  const rows = await listEvidenceRows(db, ids);
  const items = rows.map(({ kind, itemId: id }) => ({ kind, id }));
  const titles = await loadTitles(db, items);
  const ofVerdict = Map.groupBy(rows, ({ verdictId }) => verdictId);
  return moves.map((move) => ({
    ...move,
    evidence: (ofVerdict.get(move.id) ?? []).flatMap(({ kind, itemId: id, stance }) => {
      const ref = formatItemRef({ kind, id });
      const { title } = titles.get(ref) ?? {};
      return title === undefined ? [] : { ref, title, stance };
    }),
  }));
}

/** Anonymous reader. Articles are the same for everyone. */
const NOBODY = { userId: "", readThrough: 0, readStories: 0 };

/** Returns the clusters with most sources, then with most stars, then the latest. */
async function readNews(db: Db, range: BriefRange): Promise<BriefMaterial["news"]> {
  const further = await countFurtherSources(db, range);
  const starred = await countNewsStars(db, range);
  const { places, total } = await listLatestClusters(db, range, MOST_CLUSTERS);
  const best = [...new Set([...further.keys(), ...starred.keys(), ...places])]
    .toSorted(
      (one, other) =>
        (further.get(other) ?? 0) - (further.get(one) ?? 0) ||
        (starred.get(other) ?? 0) - (starred.get(one) ?? 0) ||
        other - one,
    )
    .slice(0, MOST_CLUSTERS);
  const idOf = await listArticleIds(db, best);
  const starsOf = new Map(best.map((place) => [idOf.get(place), starred.get(place) ?? 0]));
  const articles = await listClusters(db, NOBODY, best);
  return { clusters: articles.map((article) => ({ article, stars: starsOf.get(article.id) ?? 0 })), total };
}

type Discussed = Awaited<ReturnType<typeof listDiscussed>>;

/** Returns papers that someone starred and that appeared in the period, and those discussed in it. */
async function readPapers(db: Db, range: BriefRange, discussed: Discussed): Promise<BriefMaterial["papers"]> {
  const stars = await countPaperStars(db, range);
  const replies = new Map(
    discussed.filter(({ kind }) => kind === "paper").map((paper) => [paper.itemId, paper.replies]),
  );
  const papers = await listBriefPapers(db, { places: [...stars.keys()], ids: [...replies.keys()] });
  const isIn = (time: string) => time >= range.from && time < range.to;
  return papers.flatMap(({ place, createdAt, ...paper }) => {
    const count = replies.get(paper.id) ?? 0;
    if (count === 0 && !isIn(paper.publishedAt) && !isIn(createdAt)) return [];
    return { ...paper, stars: stars.get(place) ?? 0, replies: count };
  });
}

async function readPrompts(db: Db, range: BriefRange): Promise<BriefMaterial["prompts"]> {
  const rows = await listChangedPrompts(db, range, MOST_PROMPTS);
  const old = rows.flatMap(({ id, isNew }) => (isNew === 1 ? [] : id));
  const changed = new Set(await listPromptsWithOtherFields(db, old, range.from));
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
  for (const { replies, ...item } of discussed.slice(0, MOST_LINES)) {
    const comment = await findLatestComment(db, range, item);
    if (comment) comments.push({ ...comment, replies });
  }
  return { latest: await withTitles(db, comments), total: discussed.length };
}

/** Adds the titles of the items that comments are about. */
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
