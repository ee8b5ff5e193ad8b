import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { ImportUndoRow } from "#db/schema.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

/** Import id with its user. Imports of other users may have the same id. */
export type ImportUndoKey = Pick<ImportUndoRow, "importId" | "userId">;

export const findUndo = (db: Db, { importId, userId }: ImportUndoKey): Promise<ImportUndoRow | undefined> =>
  db
    .selectFrom("import_undos")
    .selectAll()
    .where("importId", "=", importId)
    .where("userId", "=", userId)
    .executeTakeFirst();

/** Returns an undo and locks it until the transaction ends, so that two processes don't continue it at once. */
export const lockUndo = (db: Db, { importId, userId }: ImportUndoKey): Promise<ImportUndoRow | undefined> =>
  db
    .updateTable("import_undos")
    .set(({ ref }) => ({ stage: ref("stage") }))
    .where("importId", "=", importId)
    .where("userId", "=", userId)
    .returningAll()
    .executeTakeFirst();

/** Stores an undo. Replaces an earlier one of the same import. */
export async function storeUndo(db: Db, undo: ImportUndoRow): Promise<void> {
  await db
    .deleteFrom("import_undos")
    .where("importId", "=", undo.importId)
    .where("userId", "=", undo.userId)
    .execute();
  await db.insertInto("import_undos").values(undo).execute();
}

/** Lists the unfinished undos of all users. */
export const listUnfinishedUndos = (db: Db): Promise<ImportUndoKey[]> =>
  db
    .selectFrom("import_undos")
    .select(["importId", "userId"])
    .where("stage", "<>", sql.lit("done"))
    // Lets SQLite search the index of unfinished undos.
    .where("importId", ">", "")
    .orderBy("importId")
    .orderBy("userId")
    .execute();

/** Returns which of these items the import saved. */
export async function listItemsSavedByImport(
  db: Db,
  { importId, userId }: ImportUndoKey,
  kind: LibraryKind,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("item_versions")
    .select("itemId")
    .distinct()
    .where("importId", "=", importId)
    .where("savedBy", "=", userId)
    .where("kind", "=", kind)
    .where("itemId", "in", engineOf(db).valuesOf(ids))
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}
