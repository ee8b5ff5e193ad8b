import type { App } from "#server/app.ts";

import {
  deleteQueued,
  listQueuedWork,
  listUsersWithStars,
  queueRankings,
  saveNeighbours,
  saveProgress,
  saveScores,
  TEAM_USER_ID,
} from "./paper-ranking.queries.ts";

/**
 * Number of papers compared in one step. A step takes a fraction of a second in a worker, and a few milliseconds to
 * store.
 */
const COMPARE_BATCH_SIZE = 200;
/** Pause after stars change, because people star several papers in a row. */
const PAUSE_MS = 3000;

type Work = Awaited<ReturnType<typeof listQueuedWork>>[number];

/**
 * Compares and ranks papers in the background, after a fetch and after stars change. Resumes after a restart. Each call
 * of the returned function does one step. It returns the pause in milliseconds, or null if nothing is queued.
 */
export function createPaperRanker(app: App, signal: AbortSignal): () => Promise<number | null> {
  return async () => {
    try {
      const [work] = await listQueuedWork(app.db, 1);
      if (!work) return null;
      await (work.task === "rank" ? rank : compare)(app, work, signal);
      return (await listQueuedWork(app.db, 1)).length > 0 ? 0 : PAUSE_MS;
    } catch (error) {
      if (!signal.aborted) app.log.error({ err: error }, "ranking papers failed; retrying");
      return PAUSE_MS;
    }
  };
}

async function rank({ db, database, workers }: App, work: Work, signal: AbortSignal): Promise<void> {
  const userId = work.id;
  const ranked = await workers.run("papers.rank", { databaseUrl: database.url, userId }, { signal });
  await db.transaction().execute(async (transaction) => {
    const rows = ranked.map((row) => ({ userId, ...row }));
    await saveScores(transaction, userId, rows);
    await deleteQueued(transaction, work);
  });
}

/** Compares one paper, or the next batch of all papers. Queues all rankings after the last batch. */
async function compare({ db, database, workers }: App, work: Work, signal: AbortSignal): Promise<void> {
  const papers = work.id === "" ? { after: work.after ?? 0, limit: COMPARE_BATCH_SIZE } : [work.id];
  const input = { databaseUrl: database.url, papers };
  const { changes, next } = await workers.run("papers.compare", input, { signal });
  await db.transaction().execute(async (transaction) => {
    await saveNeighbours(transaction, changes);
    if (next !== null) {
      await saveProgress(transaction, work, next);
      return;
    }
    await deleteQueued(transaction, work);
    if (work.id !== "") return;
    const users = await listUsersWithStars(transaction);
    await queueRankings(transaction, [TEAM_USER_ID, ...users]);
  });
}
