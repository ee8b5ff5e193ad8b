import type { App, Db } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Page } from "#shared/kernel/paging.ts";
import type { RestoreRequest, VersionOf, VersionsRequest } from "#shared/kernel/versions.ts";

import { type SavedSpan, type StoredVersion, findVersion, listVersionRows } from "./item-versions.queries.ts";
import type { Library, LibraryItem } from "./library-kind.service.ts";
import { editItem, getItem, listItemsById } from "./library.service.ts";
import { removeItemInTransaction } from "./removal.service.ts";
import { saveChanges } from "./saving.service.ts";
import type { RowBudget } from "./trash.service.ts";

/** Lists an item's versions, newest first, starting at `upTo` if given. */
export async function listVersions<Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  { id, upTo, ...page }: VersionsRequest,
): Promise<Page<VersionOf<Fields>>> {
  await getItem(app, library, id);
  const { items, nextCursor } = await readPage(
    page,
    (slice) => listVersionRows(app.db, library.kind, id, { ...slice, upTo }),
    ({ revision }) => [String(revision), id],
  );
  return {
    items: items.map(({ fields: _fields, ...version }, index) => ({
      ...fieldsOfVersion(library, items[index]),
      ...version,
    })),
    nextCursor,
  };
}

/**
 * Restores the content of an old version as a new version. Throws 409 with the current item if it has changed since
 * `baseRevision`.
 */
export async function restoreVersion<Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  by: User,
  { id, revision, baseRevision }: RestoreRequest,
): Promise<Item> {
  await getItem(app, library, id);
  const version = await findVersion(app.db, library.kind, id, revision);
  if (!version) throw notFound("Version not found");
  return editItem(app, library, {
    by,
    id,
    revision: baseRevision,
    changes: fieldsOfVersion(library, version),
    verb: "restored",
    note: `Restored version ${revision}`,
    detail: { from: revision },
  });
}

/** Returns the fields of a version. Fields added since then are empty. */
export const fieldsOfVersion = <Item extends LibraryItem, Fields extends object>(
  { emptyFields }: Library<Item, Fields>,
  version: Pick<StoredVersion, "fields"> | undefined,
): Fields => ({ ...emptyFields, ...version?.fields });

export { listSpansOfImport } from "./item-versions.queries.ts";

/** Result of undoing saves. */
export interface UndoneSaves {
  /** Number of items added by the saves. */
  deleted: number;
  /** Number of items reset to their former state. */
  restored: number;
  /** Ids of items left unchanged, since they were edited or deleted later. */
  kept: string[];
}

interface UndoOptions {
  by: Pick<User, "id">;
  spans: readonly SavedSpan[];
  note: string;
  /** Additional data for the activity log. */
  detail: Readonly<Record<string, unknown>>;
  /** Number of dependent rows that the transaction may still move. */
  budget: RowBudget;
}

/** Undoes saves of a few items, unless they have changed since, within a transaction. */
export async function undoSaves<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  { by, spans, note, detail, budget }: UndoOptions,
): Promise<UndoneSaves> {
  const undone: UndoneSaves = { deleted: 0, restored: 0, kept: [] };
  const ids = spans.map(({ itemId }) => itemId);
  const items = new Map((await listItemsById({ db }, library, ids)).map((item) => [item.id, item]));
  const edited = [];
  const yieldIfDue = createYielder();
  for (const { itemId, first, last, saves } of spans) {
    await yieldIfDue();
    const before = items.get(itemId);
    // Another user may have saved it in between.
    const isUnchanged = before?.revision === last && last - first + 1 === saves;
    const version = isUnchanged ? await findVersion(db, library.kind, itemId, first - 1) : undefined;
    if (before && version) {
      const changes = fieldsOfVersion(library, version);
      edited.push({ before, changes, detail: { ...detail, from: version.revision } });
      undone.restored += 1;
    } else if (isUnchanged && first === 1) {
      await removeItemInTransaction(app, db, library, { by, id: itemId, detail, budget });
      undone.deleted += 1;
    } else {
      undone.kept.push(itemId);
    }
  }
  await saveChanges(app, db, library, { by, edited, verb: "restored", note });
  return undone;
}
