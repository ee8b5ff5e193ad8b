import { setTimeout as wait } from "node:timers/promises";

import type { DeletionRow } from "#db/schema.ts";
import type { App, Db, PendingWork } from "#server/app.ts";
import { forbidden } from "#server/errors.ts";
import { restoreItem, restoreBatch, deleteBatch } from "#server/kernel/items/removal.service.ts";
import {
  findDeletion,
  getDeletion,
  lockDeletion,
  createRowBudget,
  purgeBatch,
  updateStage,
  findUnfinishedDeletion,
} from "#server/kernel/items/trash.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { findLibrary, getPart } from "#server/kernel/slice.ts";
import type { User } from "#shared/accounts/users.ts";
import { DELETION_RETENTION_DAYS } from "#shared/kernel/deletion-rules.ts";
import type { Deletion, Restored } from "#shared/kernel/deletions.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import { listDeletionsUntil, listDeletionRows } from "./deletions.queries.ts";

const RETENTION_MS = DELETION_RETENTION_DAYS * 86_400_000;

/** Returns restorable deleted items, latest first. */
export async function listDeletions(app: App, input: PageRequest): Promise<Page<Deletion>> {
  const { items, nextCursor } = await readPage(
    input,
    (slice) => listDeletionRows(app.db, slice),
    ({ deletedAt, id }) => [deletedAt, id],
  );
  return {
    items: items.map((deletion) => ({
      ...deletion,
      goneAt: new Date(Date.parse(deletion.deletedAt) + RETENTION_MS).toISOString(),
    })),
    nextCursor,
  };
}

/**
 * Restores an item and everything deleted with it, for the user who deleted it and for admins. Throws 403 for others,
 * and 404 if it was already restored or permanently deleted.
 */
export async function restoreDeletion(app: App, by: User, { id }: { id: string }): Promise<Restored> {
  const { restored, isWhole: isDone } = await app.db.transaction().execute(async (db) => {
    const deletion = await getDeletion(db, id);
    if (deletion.deletedBy !== by.id && by.role !== "admin") throw forbidden();
    const isRestored = await restoreItemOrPart(app, db, { by, deletion });
    const { kind, itemId, containerKind, containerId, title } = deletion;
    return { restored: { kind, itemId, containerKind, containerId, title }, isWhole: isRestored };
  });
  if (!isDone) app.pendingWork.start();
  return restored;
}

/** Deletes an item permanently, for admins. Throws 404 if it was already restored or permanently deleted. */
export async function purgeDeletion(app: App, by: User, { id }: { id: string }): Promise<void> {
  // Otherwise, rows that are not moved yet would remain in the item's tables.
  if ((await findDeletion(app.db, id))?.stage === "deleting") await app.pendingWork.finishDeletion(id);
  const isDone = await app.db.transaction().execute(async (db) => {
    const deletion = await getDeletion(db, id);
    const { kind, itemId, title } = deletion;
    await updateStage(db, id, "purging");
    const isPurged = await purgeBatch(db, deletion, createRowBudget());
    const library = findLibrary(kind);
    if (library)
      await recordEvents(app, db, [
        { actorId: by.id, verb: "purged", kind: library.kind, itemId, title, detail: { deletion: id } },
      ]);
    else await getPart(kind).recordPurge(app, db, { by, deletion });
    return isPurged;
  });
  if (!isDone) app.pendingWork.start();
}

const PURGE_BATCH_SIZE = 20;

/**
 * Permanently deletes expired deletions and returns their number. Records no events: the expiry date was shown, and the
 * job run reports the number.
 */
export async function purgeOldDeletions(app: App, signal: AbortSignal): Promise<number> {
  const until = new Date(app.now().getTime() - RETENTION_MS).toISOString();
  for (let purged = 0; ;) {
    const ids = await listDeletionsUntil(app.db, until, PURGE_BATCH_SIZE);
    for (const id of ids) {
      signal.throwIfAborted();
      await app.db.transaction().execute(async (db) => {
        const deletion = await lockDeletion(db, id);
        if (deletion?.stage === "done") await updateStage(db, id, "purging");
      });
      await app.pendingWork.finishDeletion(id);
      purged += 1;
    }
    if (ids.length < PURGE_BATCH_SIZE) return purged;
  }
}

/** Restores an item or a part of one, with as many rows as one transaction may move. Returns true if none remain. */
async function restoreItemOrPart(
  app: App,
  db: Db,
  call: { by: User; deletion: DeletionRow },
): Promise<boolean> {
  const library = findLibrary(call.deletion.kind);
  if (library) return restoreItem(app, db, library, call);
  await getPart(call.deletion.kind).restore(app, db, call);
  return true;
}

/**
 * Moves the rows of deleted and restored items, then finishes other work such as undos of imports, one batch per
 * transaction. The database records what remains to be done, so another process or the next start can continue.
 */
export function createPendingWork(
  app: Pick<App, "db" | "log">,
  finishOtherWork?: (signal: AbortSignal) => Promise<void>,
): PendingWork {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let isRequested = false;
  let isRunning = false;

  const run = async (): Promise<void> => {
    try {
      while (isRequested && !stopping.signal.aborted) {
        isRequested = false;
        for (
          let id = await findUnfinishedDeletion(app.db);
          id !== undefined;
          id = await findUnfinishedDeletion(app.db, id)
        )
          await finishDeletion(app, id, stopping.signal);
        await finishOtherWork?.(stopping.signal);
      }
    } finally {
      // In the same tick as the last check of `isRequested`, so that no call of `start` is missed.
      isRunning = false;
    }
  };

  return {
    start() {
      isRequested = true;
      if (isRunning) return;
      isRunning = true;
      running = run().catch((error: unknown) => {
        app.log.error({ err: error }, "moving the rows of deleted items failed; retrying");
      });
    },
    finishDeletion: (id) => finishDeletion(app, id, stopping.signal),
    idle: () => running,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Number of rows restored in one transaction. Its commit also writes their search index. */
const RESTORE_BATCH_SIZE = 200;

async function finishDeletion(app: Pick<App, "db">, id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const start = performance.now();
    if (await moveBatch(app, id)) return;
    // Wait as long as the batch took, so that half of the time is left for others.
    await wait(performance.now() - start, undefined, { signal }).catch(() => null);
  }
}

/** Moves a batch of a deletion's rows. Returns true if none remain. */
function moveBatch({ db }: Pick<App, "db">, id: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const deletion = await lockDeletion(transaction, id);
    switch (deletion?.stage) {
      case "deleting":
        return deleteBatch(transaction, deletion, createRowBudget());
      case "restoring":
        return restoreBatch(transaction, deletion, createRowBudget(RESTORE_BATCH_SIZE));
      case "purging":
        return purgeBatch(transaction, deletion, createRowBudget());
      default:
        return true;
    }
  });
}
