import { type Insertable, sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { countRows, readTags } from "#db/rows.ts";
import type { ChannelRow, Schema } from "#db/schema.ts";
import { sourceOf } from "#server/kernel/texts/text-source.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

export const listChannelRows = (db: Db): Promise<ChannelRow[]> =>
  db.selectFrom("channels").selectAll().orderBy("createdAt").orderBy("id").execute();

export const findChannel = (db: Db, id: string): Promise<ChannelRow | undefined> =>
  db.selectFrom("channels").selectAll().where("id", "=", id).executeTakeFirst();

export const countChannels = (db: Db): Promise<number> => countRows(db.selectFrom("channels"));

export const insertChannel = (db: Db, row: Insertable<Schema["channels"]>): Promise<ChannelRow> =>
  db.insertInto("channels").values(row).returningAll().executeTakeFirstOrThrow();

export const updateChannel = (
  db: Db,
  id: string,
  changes: Partial<Omit<ChannelRow, "id">>,
): Promise<ChannelRow | undefined> =>
  db.updateTable("channels").set(changes).where("id", "=", id).returningAll().executeTakeFirst();

export const deleteChannel = (db: Db, id: string) =>
  db.deleteFrom("channels").where("id", "=", id).returning(["id", "name"]).executeTakeFirst();

/** Moves a channel past events that don't concern it, unless another process moved its position first. */
export const skipEvents = (db: Db, { id, lastSeq }: Pick<ChannelRow, "id" | "lastSeq">, to: number) =>
  db
    .updateTable("channels")
    .set({ lastSeq: to })
    .where("id", "=", id)
    .where("lastSeq", "=", lastSeq)
    .execute();

/** Returns the ids of the items that have a tag, ignoring case. */
export async function listIdsWithTag(
  db: Db,
  kind: LibraryKind,
  ids: readonly string[],
  tag: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; tags: string }>`
    select id, tags from ${sql.table(sourceOf(kind).table)}
    where id in ${engineOf(db).valuesOf(ids)}`.execute(db);
  const folded = tag.toLowerCase();
  return rows.flatMap(({ id, tags }) =>
    readTags(tags).some((one) => one.toLowerCase() === folded) ? id : [],
  );
}
