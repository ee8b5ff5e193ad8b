import type { Db } from "#db/database.ts";
import { MAX_SORT_KEY } from "#db/sort-key.ts";
import { openConnection } from "#server/kernel/search/search.queries.ts";
import { plainTex } from "#shared/tex/tex-text.ts";

import {
  type ComparedPaper,
  listFlags,
  listNeighbourIds,
  listPapersBefore,
  listStarredBefore,
  MIN_STARS,
  type Neighbours,
  readSpaceVersion,
  SCORE_UNIT,
  TEAM_USER_ID,
} from "./paper-ranking.queries.ts";
import {
  bestRows,
  createNeighbourFinder,
  findReasons,
  type PaperSpace,
  PaperSpaceBuilder,
  type RowWeights,
  scorePapers,
} from "./paper-vectors.ts";

/** Maximum numbers of papers that are compared and ranked: the latest, and older ones with a star. */
const MAX_PAPERS = 20_000;
const MAX_OLDER_PAPERS = 5000;
const READ_BATCH_SIZE = 1000;
const NEIGHBOURS_PER_PAPER = 10;
/** Maximum length of a ranking. */
const MAX_RANKED = 500;
/** Maximum number of starred papers that can be reasons, the latest first. */
const MAX_REASON_PAPERS = 200;
const WORDS_PER_REASON = 3;

interface LoadedPapers {
  version: string;
  ids: string[];
  places: number[];
  withdrawn: Set<number>;
  rowByPlace: Map<number, number>;
  rowById: Map<string, number>;
  space: PaperSpace;
  findNeighbours: ReturnType<typeof createNeighbourFinder>;
}

/** Loaded papers by database URL. Contains only the last used database. */
const papersByDatabase = new Map<string, LoadedPapers>();

async function loadPapers(db: Db, databaseUrl: string): Promise<LoadedPapers> {
  const version = await readSpaceVersion(db, MAX_PAPERS);
  const cachedPapers = papersByDatabase.get(databaseUrl);
  if (cachedPapers?.version === version) return cachedPapers;
  papersByDatabase.clear();
  const builder = new PaperSpaceBuilder();
  const ids: string[] = [];
  const places: number[] = [];
  const withdrawn = new Set<number>();
  const add = (papers: readonly ComparedPaper[]) => {
    for (const { id, place, title, abstract, isWithdrawn } of papers) {
      builder.add({ title: plainTex(title), abstract: plainTex(abstract) });
      const row = ids.push(id) - 1;
      places.push(place);
      if (isWithdrawn === 1) withdrawn.add(row);
    }
  };
  for (
    let papers = null;
    (papers === null || papers.length === READ_BATCH_SIZE) && ids.length < MAX_PAPERS;
  ) {
    papers = await listPapersBefore(db, places.at(-1) ?? MAX_SORT_KEY, READ_BATCH_SIZE);
    add(papers);
  }
  if (ids.length >= MAX_PAPERS) add(await listStarredBefore(db, places.at(-1) ?? 0, MAX_OLDER_PAPERS));
  const space = builder.build();
  const papers = {
    version,
    ids,
    places,
    withdrawn,
    rowByPlace: new Map(places.map((place, row) => [place, row])),
    rowById: new Map(ids.map((id, row) => [id, row])),
    space,
    findNeighbours: createNeighbourFinder(space),
  };
  papersByDatabase.set(databaseUrl, papers);
  return papers;
}

export interface CompareTask {
  databaseUrl: string;
  /** Ids of the papers to compare, or a batch of all papers: at most `limit` after the first `after`. */
  papers: readonly string[] | { after: number; limit: number };
}

export interface Comparison {
  /** Papers with neighbours that differ from the stored ones. */
  changes: Neighbours[];
  /** Number of papers that are done. Null after the last batch. */
  next: number | null;
}

/** Finds the most similar papers for each of these papers. Runs in a worker. */
export async function comparePapers({ databaseUrl, papers }: CompareTask): Promise<Comparison> {
  const db = await openConnection(databaseUrl);
  const { ids, rowById, findNeighbours } = await loadPapers(db, databaseUrl);
  const isBatch = "after" in papers;
  const paperIds = isBatch ? ids.slice(papers.after, papers.after + papers.limit) : papers;
  const stored = await listNeighbourIds(db, paperIds);
  const changes = paperIds.flatMap((paperId): Neighbours[] => {
    const row = rowById.get(paperId);
    if (row === undefined) return [];
    const neighbours = findNeighbours(row, NEIGHBOURS_PER_PAPER)
      .map(({ row: other, score }) => ({ otherId: ids[other] ?? "", score: Math.round(score * SCORE_UNIT) }))
      .toSorted((a, b) => b.score - a.score || (a.otherId < b.otherId ? -1 : 1));
    const isUnchanged =
      neighbours.map(({ otherId }) => otherId).join() === (stored.get(paperId) ?? []).join();
    return isUnchanged ? [] : [{ paperId, others: neighbours }];
  });
  const next = isBatch ? papers.after + papers.limit : ids.length;
  return { changes, next: next < ids.length ? next : null };
}

export interface RankTask {
  databaseUrl: string;
  /** A user's id, or `TEAM_USER_ID`. */
  userId: string;
}

export interface RankedPaper {
  paperId: string;
  score: number;
  /** Id of the most similar starred paper. */
  becauseId: string | null;
  /** Words that occur in both papers, separated by commas. */
  words: string;
}

/**
 * Ranks papers by the stars of a user or of everyone. Returns an empty ranking for fewer than three stars. Runs in a
 * worker.
 */
export async function rankPapers({ databaseUrl, userId }: RankTask): Promise<RankedPaper[]> {
  const db = await openConnection(databaseUrl);
  const flags = await listFlags(db, userId === TEAM_USER_ID ? null : [userId]);
  const starredSortKeys = new Set(flags.filter(({ isStarred }) => isStarred === 1).map(({ place }) => place));
  if (starredSortKeys.size < MIN_STARS) return [];
  const { ids, places, withdrawn, rowByPlace, space } = await loadPapers(db, databaseUrl);
  const weights =
    userId === TEAM_USER_ID ? weightsOfTeam(flags, rowByPlace) : weightsOfUser(flags, rowByPlace);
  const starred = [...weights].filter(([, weight]) => weight > 0).map(([row]) => row);
  if (starred.length === 0) return [];
  const scores = scorePapers(space, weights);
  for (const row of [...weights.keys(), ...withdrawn]) scores[row] = 0;
  const best = bestRows(scores, MAX_RANKED);
  const reasonCandidates = starred
    .toSorted((a, b) => (places[b] ?? 0) - (places[a] ?? 0))
    .slice(0, MAX_REASON_PAPERS);
  const rows = best.map(({ row }) => row);
  const reasons = findReasons(space, rows, reasonCandidates, 4 * WORDS_PER_REASON);
  return best.map(({ row, score }, at) => {
    const reason = reasons[at] ?? null;
    return {
      paperId: ids[row] ?? "",
      score: Math.round(score * SCORE_UNIT),
      becauseId: reason && (ids[reason.row] ?? null),
      words: (reason?.terms ?? [])
        .map((term) => space.wordOf(term))
        .filter((word) => /^\p{L}{3,}$/u.test(word))
        .slice(0, WORDS_PER_REASON)
        .join(", "),
    };
  });
}

type Flags = Awaited<ReturnType<typeof listFlags>>;

function weightsOfUser(flags: Flags, rowByPlace: ReadonlyMap<number, number>): RowWeights {
  const weights = new Map<number, number>();
  for (const { place, isStarred } of flags) {
    const row = rowByPlace.get(place);
    if (row !== undefined) weights.set(row, isStarred === 1 ? 1 : -1);
  }
  return weights;
}

/** Weighs each star of a user with n stars by 1/√n, so that users with many stars don't outweigh the others. */
function weightsOfTeam(flags: Flags, rowByPlace: ReadonlyMap<number, number>): RowWeights {
  const starred = flags.filter(({ isStarred }) => isStarred === 1);
  const counts = new Map<string, number>();
  for (const { userId } of starred) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  const weights = new Map<number, number>();
  for (const { userId, place } of starred) {
    const row = rowByPlace.get(place);
    if (row === undefined) continue;
    weights.set(row, (weights.get(row) ?? 0) + 1 / Math.sqrt(counts.get(userId) ?? 1));
  }
  return weights;
}
