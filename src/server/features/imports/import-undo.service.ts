import type { App } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { promptLibrary } from "#server/features/prompts/prompts.service.ts";
import { readingLibrary } from "#server/features/readings/readings.service.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import {
  listSpansOfImport,
  type SavedSpan,
  type UndoneSaves,
  undoSaves,
} from "#server/library/undo.service.ts";
import { yieldToEventLoop } from "#server/yield-to-event-loop.ts";
import type { UndoneImport } from "#shared/imports/request.ts";
import type { User } from "#shared/users.ts";

type Db = App["db"];

/**
 * Takes back an import of this person's as a whole: what it added is deleted, and can be restored; what it changed is
 * again as it was before. What somebody has changed or deleted since is left alone. Throws 404 when this person has not
 * made such an import, and 409 when nothing of it is left to undo.
 */
export function undoImport(app: App, by: User, { importId }: { importId: string }): Promise<UndoneImport> {
  return app.db.transaction().execute(async (db) => {
    const undone = { deleted: 0, restored: 0, kept: 0 };
    const importOf = { importId, savedBy: by.id };
    for (let spans = await listSpansOfImport(db, importOf); spans.length > 0;) {
      for (const [kind, ofKind] of Map.groupBy(spans, (span) => span.kind)) {
        const { deleted, restored, kept } = await undoOfKind(app, db, kind, { by, spans: ofKind, importId });
        undone.deleted += deleted;
        undone.restored += restored;
        undone.kept += kept;
      }
      await yieldToEventLoop();
      spans = await listSpansOfImport(db, importOf, spans.at(-1));
    }
    if (undone.deleted + undone.restored > 0) return undone;
    if (undone.kept === 0) throw notFound("This import was not found among yours");
    throw conflict("Nothing is left to undo: all that this import saved was changed or deleted since.");
  });
}

function undoOfKind(
  app: App,
  db: Db,
  kind: SavedSpan["kind"],
  { by, spans, importId }: { by: User; spans: readonly SavedSpan[]; importId: string },
): Promise<UndoneSaves> {
  const undo = { by, spans, note: "Import undone", detail: { import: importId } };
  switch (kind) {
    case "tool":
      return undoSaves(app, db, toolLibrary, undo);
    case "prompt":
      return undoSaves(app, db, promptLibrary, undo);
    default:
      return undoSaves(app, db, readingLibrary, undo);
  }
}
