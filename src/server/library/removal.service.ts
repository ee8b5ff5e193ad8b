/**
 * Deleting and bringing back. What is deleted moves, with all that belongs to it, into the tables `deletions` and
 * `deleted_rows`: no other query needs to know of it (docs/decisions/0043-deleted-things-are-elsewhere.md).
 */
import type { DeletionRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { recordEvents } from "#server/ledger/ledger.service.ts";
import type { User } from "#shared/users.ts";

import type { Belonging } from "./belongings.service.ts";
import { deleteRow, findPlainRow } from "./items.queries.ts";
import type { Library, LibraryItem } from "./library-kind.service.ts";
import { getItem } from "./library.service.ts";
import { subjectOf } from "./saving.service.ts";
import { updateContents } from "./trash.queries.ts";
import { forgetDeletion, keepDeletion, keepRows, putRowsBack, readKeptRows } from "./trash.service.ts";

type Db = App["db"];

/** How many of what went with an item, by what people call it. */
export type Contents = Readonly<Record<string, number>>;

export interface Removal {
  deletionId: string;
  contents: Contents;
}

/** Deletes an item with all that belongs to it, whoever added it; `restoreItem` brings it back. */
export const removeItem = <Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  { by, id }: { by: User; id: string },
): Promise<Removal> => app.db.transaction().execute((db) => removeItemWithin(app, db, library, { by, id }));

/** The same within a transaction; `detail` is more for the ledger. */
export async function removeItemWithin<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  { by, id, detail = {} }: { by: User; id: string; detail?: Readonly<Record<string, unknown>> },
): Promise<Removal> {
  const item = await getItem({ db }, library, id);
  const { kind, store, belongings = [] } = library;
  const subject = subjectOf(library, item);
  const deletionId = await keepDeletion(app, db, by, {
    kind,
    itemId: id,
    containerId: null,
    title: subject.title,
    image: library.pictureOf(item),
  });
  const row = await findPlainRow(db, store, id);
  await keepRows(db, deletionId, { table: store.table, position: 0, rows: [row] });
  const contents = await keepBelongings(db, deletionId, belongings, id);
  // A few rows at a time: the database itself would delete thousands at once.
  for (const belonging of belongings.toReversed()) await belonging.remove?.(db, id);
  await deleteRow(db, store, id);
  await recordEvents(app, db, [
    { ...subject, actorId: by.id, verb: "deleted", detail: { ...contents, ...detail, deletion: deletionId } },
  ]);
  return { deletionId, contents };
}

async function keepBelongings(
  db: Db,
  deletionId: string,
  belongings: readonly Belonging[],
  itemId: string,
): Promise<Contents> {
  const contents: Record<string, number> = {};
  let position = 1;
  for (const { table, name, isCounted = () => true, read } of belongings) {
    if (name !== undefined) contents[name] = 0;
    for await (const rows of read(db, itemId)) {
      await keepRows(db, deletionId, { table, position, rows });
      position += rows.length;
      if (name !== undefined) contents[name] = (contents[name] ?? 0) + rows.filter(isCounted).length;
    }
  }
  await updateContents(db, deletionId, contents);
  return contents;
}

/** Brings an item back as it was, with all that belonged to it, within a transaction. */
export async function restoreItem<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  { by, deletion }: { by: User; deletion: DeletionRow },
): Promise<void> {
  const { store, belongings = [] } = library;
  const { id: deletionId, itemId } = deletion;
  for (const { table, restore } of [itemRow(store.table), ...belongings])
    await restore(db, itemId, () => readKeptRows(db, deletionId, table));
  await forgetDeletion(db, deletionId);
  const item = await getItem({ db }, library, itemId);
  await recordEvents(app, db, [
    {
      ...subjectOf(library, item),
      actorId: by.id,
      verb: "restored",
      detail: { deletion: deletionId, revision: item.revision },
    },
  ]);
}

const itemRow = (table: Belonging["table"]): Pick<Belonging, "table" | "restore"> => ({
  table,
  async restore(db, _itemId, rows) {
    for await (const batch of rows()) await putRowsBack(db, table, batch);
  },
});
