import { setTimeout as wait } from "node:timers/promises";

import type { ImportUndoRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { listSpansOfImport, undoSaves } from "#server/kernel/items/history.service.ts";
import { createRowBudget, type RowBudget } from "#server/kernel/items/trash.service.ts";
import { allImportExtras, getLibrary } from "#server/kernel/slice.ts";
import type { User } from "#shared/accounts/users.ts";
import type { UndoneImport } from "#shared/imports/request.ts";

import {
  findUndo,
  type ImportUndoKey,
  listItemsSavedByImport,
  listUnfinishedUndos,
  lockUndo,
  storeUndo,
} from "./import-undo.queries.ts";

/** Number of items that the call itself undoes, in one transaction. */
const ITEMS_PER_CALL = 100;
/** Number of items per later transaction: fewer, so that other writers wait less. */
const ITEMS_PER_BATCH = 20;

/**
 * Undoes an import of this user. Items that it added are deleted, and can be restored. Items that it changed get their
 * former fields, aliases and verdicts. Later changes and deletions are left alone. This call undoes the first batch of
 * a large import; the others follow in the background. Throws 404 if the user has no such import, and 409 if nothing is
 * left to undo.
 */
export async function undoImport(
  app: App,
  by: User,
  { importId }: { importId: string },
): Promise<UndoneImport> {
  const key = { importId, userId: by.id };
  let undo = await app.db.transaction().execute(async (db) => {
    const earlier = await lockUndo(db, key);
    if (earlier && earlier.stage !== "done") return earlier;
    let started: ImportUndoRow = {
      ...key,
      stage: "items",
      kind: null,
      itemId: "",
      deleted: 0,
      restored: 0,
      kept: 0,
      keptIds: "[]",
      renamedIds: "[]",
      startedAt: app.now().toISOString(),
    };
    do started = await undoNext(app, db, started, ITEMS_PER_CALL);
    while (started.deleted + started.restored === 0 && started.stage !== "done");
    await storeUndo(db, started);
    if (started.deleted + started.restored > 0) return started;
    if (started.kept === 0) throw notFound("You have no import with this id");
    throw conflict("Nothing to undo: everything that this import saved was changed or deleted since.");
  });
  // A small import is undone by now, except for names in texts.
  if (undo.renamedIds !== "[]") undo = (await undoBatch(app, key)) ?? undo;
  app.pendingWork.start();
  return toUndoneImport(undo);
}

/** Returns the progress of undoing a user's import, until a day after it started. Throws 404 if there is none. */
export async function getUndo(app: App, by: User, { importId }: { importId: string }): Promise<UndoneImport> {
  const undo = await findUndo(app.db, { importId, userId: by.id });
  if (!undo) throw notFound("This import is not being undone");
  return toUndoneImport(undo);
}

const toUndoneImport = ({ deleted, restored, kept, stage }: ImportUndoRow): UndoneImport => ({
  deleted,
  restored,
  kept,
  undoing: stage !== "done",
});

/** Finishes undos that this process or an earlier one has started. Stops between batches on `signal`. */
export async function finishUndos(app: App, signal: AbortSignal): Promise<void> {
  for (const key of await listUnfinishedUndos(app.db)) {
    while (!signal.aborted) {
      const start = performance.now();
      const undo = await undoBatch(app, key);
      if (!undo || undo.stage === "done") break;
      // Wait as long as the batch took, so that half of the time is left for others.
      await wait(performance.now() - start, undefined, { signal }).catch(() => null);
    }
  }
}

/** Undoes the next items of an import in one transaction. Returns the new state; undefined if there is no undo. */
async function undoBatch(app: App, key: ImportUndoKey): Promise<ImportUndoRow | undefined> {
  const before = await findUndo(app.db, key);
  const renamed = parseIds(before?.renamedIds);
  if (renamed.length > 0)
    await allImportExtras()
      .find(({ kind }) => kind === before?.kind)
      ?.afterRename(app, renamed);
  return app.db.transaction().execute(async (db) => {
    const undo = await lockUndo(db, key);
    // Another process has continued the undo since. First, the items that it renamed must be scanned.
    if (!undo || undo.renamedIds !== (before?.renamedIds ?? "[]")) return undo;
    const next = await undoNext(app, db, { ...undo, renamedIds: "[]" }, ITEMS_PER_BATCH);
    await storeUndo(db, next);
    return next;
  });
}

const parseIds = (json = "[]"): string[] => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below
  return JSON.parse(json) as string[];
};

/** Undoes up to `limit` further items, within a transaction. Returns the new state, which the caller stores. */
async function undoNext(app: App, db: Db, undo: ImportUndoRow, limit: number): Promise<ImportUndoRow> {
  const budget = createRowBudget();
  const [itemsDone, afterItems] = await undoItems(app, db, undo, { limit, budget });
  const [, next] = await undoExtras(app, db, afterItems, limit - itemsDone);
  return next;
}

/** Number of items handled, and the new state. */
type Step = [number, ImportUndoRow];

async function undoItems(
  app: App,
  db: Db,
  undo: ImportUndoRow,
  { limit, budget }: { limit: number; budget: RowBudget },
): Promise<Step> {
  if (undo.stage !== "items") return [0, undo];
  const { importId } = undo;
  const spans = await listSpansOfImport(db, undo, undo, limit);
  const options = { by: { id: undo.userId }, note: "Import undone", detail: { import: importId }, budget };
  let { deleted, restored } = undo;
  const kept = parseIds(undo.keptIds);
  for (const [kind, spansOfKind] of Map.groupBy(spans, (span) => span.kind)) {
    const undone = await undoSaves(app, db, getLibrary(kind), { ...options, spans: spansOfKind });
    deleted += undone.deleted;
    restored += undone.restored;
    kept.push(...undone.kept);
    await yieldToEventLoop();
  }
  const last = spans.at(-1);
  const counts = { deleted, restored, kept: kept.length, keptIds: JSON.stringify(kept) };
  if (last && spans.length === limit)
    return [limit, { ...undo, ...counts, kind: last.kind, itemId: last.itemId }];
  const [extras] = allImportExtras();
  return [
    spans.length,
    { ...undo, ...counts, stage: extras ? "extras" : "done", kind: extras?.kind ?? null, itemId: "" },
  ];
}

async function undoExtras(app: App, db: Db, undo: ImportUndoRow, limit: number): Promise<Step> {
  const all = allImportExtras();
  const index = all.findIndex(({ kind }) => kind === undo.kind);
  const extras = all[index];
  if (undo.stage !== "extras" || !extras || limit <= 0) return [0, undo];
  const { items, undone, skipped, renamed } = await extras.undo(app, db, {
    by: { id: undo.userId },
    importId: undo.importId,
    except: new Set(parseIds(undo.keptIds)),
    after: undo.itemId,
    limit,
  });
  const saved = await listItemsSavedByImport(db, undo, extras.kind, items);
  const unsaved = new Set([...undone, ...skipped].filter((id) => !saved.has(id)));
  const keptCount = [...unsaved].filter((id) => skipped.has(id)).length;
  const next = {
    ...undo,
    restored: undo.restored + unsaved.size - keptCount,
    kept: undo.kept + keptCount,
    renamedIds: JSON.stringify([...parseIds(undo.renamedIds), ...renamed]),
    itemId: items.at(-1) ?? undo.itemId,
  };
  // Names are scanned after the commit, before the next batch.
  if (items.length === limit || renamed.length > 0) return [items.length, next];
  const nextExtras = all[index + 1];
  if (!nextExtras) return [items.length, { ...next, stage: "done" }];
  return undoExtras(app, db, { ...next, kind: nextExtras.kind, itemId: "" }, limit - items.length);
}
