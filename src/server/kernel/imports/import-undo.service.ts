import type { App } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";
import { newBudget, type RowBudget } from "#server/kernel/items/trash.service.ts";
import {
  listSpansOfImport,
  type SavedSpan,
  type UndoneSaves,
  undoSaves,
} from "#server/kernel/items/undo.service.ts";
import { allImportExtras, getLibrary } from "#server/kernel/slice.ts";
import type { User } from "#shared/accounts/users.ts";
import type { UndoneImport } from "#shared/imports/request.ts";

type Db = App["db"];

/**
 * Undoes a whole import of this user. Items that it added are deleted, and can be restored. Items that it changed get
 * their former fields, aliases and verdicts. Later changes and deletions are left alone. Throws 404 if the user has no
 * such import, and 409 if nothing is left to undo.
 */
export async function undoImport(
  app: App,
  by: User,
  { importId }: { importId: string },
): Promise<UndoneImport> {
  const { renamed, ...undone } = await app.db.transaction().execute(async (db) => {
    const { saved, kept, ...counts } = await undoAllSaves(app, db, { by, importId });
    const changed = new Set<string>();
    const left = new Set<string>();
    const allRenamed = [];
    for (const extras of allImportExtras()) {
      const of = await extras.undo(app, db, { by, importId, except: kept });
      for (const id of [...of.taken, ...of.left])
        if (!saved.has(id)) (of.left.has(id) ? left : changed).add(id);
      allRenamed.push({ extras, ids: of.renamed });
    }
    const restored = counts.restored + changed.size;
    if (counts.deleted + restored > 0)
      return { ...counts, restored, kept: kept.size + left.size, renamed: allRenamed };
    if (kept.size + left.size === 0) throw notFound("You have no import with this id");
    throw conflict("Nothing to undo: everything that this import saved was changed or deleted since.");
  });
  app.moves.start();
  for (const { extras, ids } of renamed) await extras.afterRename(app, ids);
  return undone;
}

interface UndoneItems {
  deleted: number;
  restored: number;
  /** Ids of all items that the import saved, and of those left alone. */
  saved: Set<string>;
  kept: Set<string>;
}

async function undoAllSaves(
  app: App,
  db: Db,
  { by, importId }: { by: User; importId: string },
): Promise<UndoneItems> {
  const undone: UndoneItems = { deleted: 0, restored: 0, saved: new Set(), kept: new Set() };
  const importOf = { importId, savedBy: by.id };
  const budget = newBudget();
  for (let spans = await listSpansOfImport(db, importOf); spans.length > 0;) {
    for (const [kind, ofKind] of Map.groupBy(spans, (span) => span.kind)) {
      const { deleted, restored, kept } = await undoOfKind(app, db, kind, {
        by,
        spans: ofKind,
        importId,
        budget,
      });
      undone.deleted += deleted;
      undone.restored += restored;
      for (const id of kept) undone.kept.add(id);
    }
    for (const { itemId } of spans) undone.saved.add(itemId);
    await yieldToEventLoop();
    spans = await listSpansOfImport(db, importOf, spans.at(-1));
  }
  return undone;
}

function undoOfKind(
  app: App,
  db: Db,
  kind: SavedSpan["kind"],
  { importId, ...how }: { by: User; spans: readonly SavedSpan[]; importId: string; budget: RowBudget },
): Promise<UndoneSaves> {
  const undo = { ...how, note: "Import undone", detail: { import: importId } };
  return undoSaves(app, db, getLibrary(kind), undo);
}
