import type { DeletionRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { forbidden } from "#server/errors.ts";
import { promptLibrary } from "#server/features/prompts/prompts.service.ts";
import { restoreComment } from "#server/features/readings/comment-restore.service.ts";
import { readingLibrary } from "#server/features/readings/readings.service.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import { restoreItem } from "#server/library/removal.service.ts";
import { getDeletion } from "#server/library/trash.service.ts";
import { readPage } from "#server/paging.ts";
import { DELETIONS_KEPT_DAYS } from "#shared/deletion-rules.ts";
import type { Deletion, Restored } from "#shared/deletions.ts";
import type { Page, PageRequest } from "#shared/paging.ts";
import type { User } from "#shared/users.ts";

import { listDeletionRows } from "./deletions.queries.ts";

type Db = App["db"];

const DAY_MS = 86_400_000;

/** What was deleted and can come back, latest first. */
export async function listDeletions(app: App, input: PageRequest): Promise<Page<Deletion>> {
  const { items, nextCursor } = await readPage(
    input,
    (slice) => listDeletionRows(app.db, slice),
    ({ deletedAt, id }) => [deletedAt, id],
  );
  return {
    items: items.map((deletion) => ({
      ...deletion,
      goneAt: new Date(Date.parse(deletion.deletedAt) + DELETIONS_KEPT_DAYS * DAY_MS).toISOString(),
    })),
    nextCursor,
  };
}

/**
 * Brings back what this person has deleted, or, for admins, anybody; as it was, with all that went with it. Throws 403
 * for others, and 404 when it was restored or deleted for good meanwhile.
 */
export function restoreDeletion(app: App, by: User, { id }: { id: string }): Promise<Restored> {
  return app.db.transaction().execute(async (db) => {
    const deletion = await getDeletion(db, id);
    if (deletion.deletedBy !== by.id && by.role !== "admin") throw forbidden();
    await restoreKind(app, db, { by, deletion });
    const { kind, itemId, containerId, title } = deletion;
    return { kind, itemId, containerId, title };
  });
}

function restoreKind(app: App, db: Db, call: { by: User; deletion: DeletionRow }): Promise<void> {
  switch (call.deletion.kind) {
    case "tool":
      return restoreItem(app, db, toolLibrary, call);
    case "prompt":
      return restoreItem(app, db, promptLibrary, call);
    case "reading":
      return restoreItem(app, db, readingLibrary, call);
    case "comment":
      return restoreComment(app, db, call);
  }
}
