import type { App } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { readForNamesOf } from "#server/features/aliases/aliases.service.ts";
import { yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";
import { newBudget, type RowBudget } from "#server/kernel/items/trash.service.ts";
import {
  listSpansOfImport,
  type SavedSpan,
  type UndoneSaves,
  undoSaves,
} from "#server/kernel/items/undo.service.ts";
import { getLibrary } from "#server/kernel/slice.ts";
import type { User } from "#shared/accounts/users.ts";
import type { UndoneImport } from "#shared/imports/request.ts";

import { takeMemoryBack } from "./tool-memory.service.ts";

type Db = App["db"];

/**
 * Takes back an import of this person's as a whole: what it added is deleted, and can be restored; what it changed is
 * again as it was before, aliases and verdicts included. What somebody has changed or deleted since is left alone. Throws 404 when this person has not
 * made such an import, and 409 when nothing of it is left to undo.
 */
export async function undoImport(
  app: App,
  by: User,
  { importId }: { importId: string },
): Promise<UndoneImport> {
  const { renamed, ...undone } = await app.db.transaction().execute(async (db) => {
    const { saved, kept, ...counts } = await undoAllSaves(app, db, { by, importId });
    const memory = await takeMemoryBack(app, db, { by, importId, except: kept });
    const besides = [...memory.taken, ...memory.left].filter((id) => !saved.has(id));
    const left = new Set(besides.filter((id) => memory.left.has(id)));
    const restored = counts.restored + new Set(besides).size - left.size;
    if (counts.deleted + restored > 0)
      return { ...counts, restored, kept: kept.size + left.size, renamed: memory.renamed };
    if (kept.size + left.size === 0) throw notFound("This import was not found among yours");
    throw conflict("Nothing is left to undo: all that this import saved was changed or deleted since.");
  });
  app.moves.start();
  await readForNamesOf(app, renamed);
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
