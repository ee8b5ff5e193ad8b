import type { Db } from "#db/database.ts";
import { inBatches, USER_NAMES } from "#db/rows.ts";
import type { ItemVersionRow } from "#db/schema.ts";
import { readNumberCursor, type PageSlice } from "#server/kernel/paging/paging.ts";
import type { Author } from "#shared/accounts/users.ts";

import type { Saving } from "./item-store.ts";

type Kind = ItemVersionRow["kind"];

/** State of an item to save as a version. `fields` contains all editable fields. */
export interface ItemState {
  itemId: string;
  revision: number;
  fields: object;
  /** Address of its picture. */
  image: string | null;
}

/** Past or current version of an item. */
export interface StoredVersion {
  revision: number;
  fields: object;
  /** Null for the server itself. */
  savedBy: Author | null;
  savedAt: string;
  note: string | null;
}

/** Saves the current state of items as versions. */
export async function insertVersions(
  db: Db,
  kind: Kind,
  states: readonly ItemState[],
  saving: Saving,
): Promise<void> {
  for await (const batch of inBatches(states)) {
    const rows = batch.map((state) => ({ ...state, ...saving, kind, fields: JSON.stringify(state.fields) }));
    await db.insertInto("item_versions").values(rows).execute();
  }
}

/** Lists an item's versions, newest first, starting at `upTo` if given. */
export async function listVersionRows(
  db: Db,
  kind: Kind,
  itemId: string,
  { after, limit, upTo }: PageSlice & { upTo: number | undefined },
): Promise<StoredVersion[]> {
  const before = readNumberCursor(after);
  const rows = await selectVersions(db, kind, itemId)
    .$if(before !== null, (query) => query.where("version.revision", "<", before ?? 0))
    .$if(upTo !== undefined, (query) => query.where("version.revision", "<=", upTo ?? 0))
    .orderBy("version.revision", "desc")
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(toStoredVersion);
}

export async function findVersion(
  db: Db,
  kind: Kind,
  itemId: string,
  revision: number,
): Promise<StoredVersion | undefined> {
  const row = await selectVersions(db, kind, itemId)
    .where("version.revision", "=", revision)
    .executeTakeFirst();
  return row && toStoredVersion(row);
}

/** Consecutive saves of an item by one user: their number, first and last version. */
export interface SavedSpan {
  kind: Kind;
  itemId: string;
  first: number;
  last: number;
  saves: number;
}

/** Lists the saves of a user's import, for the next items after the given one. */
export const listSpansOfImport = (
  db: Db,
  { importId, userId }: { importId: string; userId: string },
  after: { kind: Kind | null; itemId: string },
  limit: number,
): Promise<SavedSpan[]> =>
  db
    .selectFrom("item_versions")
    .select(({ fn }) => [
      "kind",
      "itemId",
      fn.min("revision").as("first"),
      fn.max("revision").as("last"),
      fn.countAll<number>().as("saves"),
    ])
    .where("importId", "=", importId)
    .where("savedBy", "=", userId)
    .$if(after.kind !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("kind", "itemId"), ">", tuple(after.kind ?? "tool", after.itemId)),
      ),
    )
    .groupBy(["kind", "itemId"])
    .orderBy("kind")
    .orderBy("itemId")
    .limit(limit)
    .execute();

/** Deletes up to `limit` versions of an item. Returns their number. */
export async function deleteSomeVersions(db: Db, kind: Kind, itemId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("item_versions")
    .where("kind", "=", kind)
    .where("itemId", "=", itemId)
    .where("revision", "in", ({ selectFrom }) =>
      selectFrom("item_versions")
        .select("revision")
        .where("kind", "=", kind)
        .where("itemId", "=", itemId)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

const selectVersions = (db: Db, kind: Kind, itemId: string) =>
  db
    .selectFrom("item_versions as version")
    .leftJoin("users", "users.id", "version.savedBy")
    .where("version.kind", "=", kind)
    .where("version.itemId", "=", itemId)
    .select([
      "version.revision",
      "version.fields",
      "version.savedAt",
      "version.note",
      "users.id",
      ...USER_NAMES,
    ]);

type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersions>["executeTakeFirstOrThrow"]>>;

function toStoredVersion({
  revision,
  fields,
  savedAt,
  note,
  id,
  username,
  ...names
}: VersionRow): StoredVersion {
  return {
    revision,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above, and checked by the database
    fields: JSON.parse(fields) as object,
    savedAt,
    note,
    savedBy: id === null || username === null ? null : { id, username, ...names },
  };
}
