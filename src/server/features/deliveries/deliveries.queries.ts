import type { Insertable } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { DeliveryRow, Schema } from "#db/schema.ts";
import { latestFirst, type PageSlice } from "#server/kernel/paging/paging.ts";

/** Delivery with the lease for one attempt. */
export type Claim = Pick<DeliveryRow, "id" | "owner" | "tries">;

/** Stores a delivery. Returns false if its target has a waiting delivery, or had one for the slot. */
export async function insertDelivery(db: Db, row: Insertable<Schema["deliveries"]>): Promise<boolean> {
  const waiting = await db
    .selectFrom("deliveries")
    .select("id")
    .where("state", "=", "waiting")
    .where(({ eb }) =>
      row.channelId ? eb("channelId", "=", row.channelId) : eb("userId", "=", row.userId ?? ""),
    )
    .executeTakeFirst();
  if (waiting) return false;
  const inserted = await db
    .insertInto("deliveries")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** True if there are channels, or deliveries to send. */
export async function hasChannelsOrDeliveries(db: Db): Promise<boolean> {
  const channel = await db.selectFrom("channels").select("id").limit(1).executeTakeFirst();
  const find = () =>
    db.selectFrom("deliveries").select("id").where("state", "=", "waiting").limit(1).executeTakeFirst();
  return (channel ?? (await find())) !== undefined;
}

/** Returns due deliveries that no process is working on. */
export const listDue = (db: Db, now: string, limit: number): Promise<DeliveryRow[]> =>
  db
    .selectFrom("deliveries")
    .selectAll()
    .where("state", "=", "waiting")
    .where("nextTryAt", "<=", now)
    .where("leaseUntil", "<=", engineOf(db).now())
    .orderBy("nextTryAt")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Leases a due delivery for one attempt. Returns undefined if another process has leased it. */
export const claimDelivery = (
  db: Db,
  { id, tries, leaseUntil }: Pick<DeliveryRow, "id" | "tries" | "leaseUntil">,
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<DeliveryRow | undefined> =>
  db
    .updateTable("deliveries")
    .set(({ eb }) => ({ owner, tries: tries + 1, leaseUntil: eb(engineOf(db).now(), "+", leaseMs) }))
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("tries", "=", tries)
    .where("leaseUntil", "=", leaseUntil)
    .returningAll()
    .executeTakeFirst();

/** Ends an attempt. Returns false if the lease was lost. */
export async function endAttempt(
  db: Db,
  { id, owner, tries }: Claim,
  changes: Partial<
    Pick<DeliveryRow, "state" | "nextTryAt" | "error" | "recipients" | "finishedAt" | "tries">
  >,
): Promise<boolean> {
  const ended = await db
    .updateTable("deliveries")
    .set({ ...changes, leaseUntil: 0 })
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("tries", "=", tries)
    .where("state", "=", "waiting")
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** Deletes the waiting deliveries of a channel. */
export const deleteWaiting = (db: Db, channelId: string) =>
  db.deleteFrom("deliveries").where("channelId", "=", channelId).where("state", "=", "waiting").execute();

/** Queues a channel's newest dropped delivery since a time again. Returns undefined if there is none. */
export async function retryDropped(db: Db, channelId: string, since: string, now: string) {
  const dropped = await db
    .selectFrom("deliveries")
    .select("id")
    .where("channelId", "=", channelId)
    .where("state", "=", "dropped")
    .where("finishedAt", ">=", since)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!dropped) return undefined;
  return db
    .updateTable("deliveries")
    .set({ state: "waiting", tries: 0, nextTryAt: now, finishedAt: null, leaseUntil: 0 })
    .where("id", "=", dropped.id)
    .returning("id")
    .executeTakeFirst();
}

/** Returns the deliveries of a channel, newest first. */
export const listDeliveryRows = (db: Db, channelId: string, slice: PageSlice): Promise<DeliveryRow[]> =>
  latestFirst(
    db.selectFrom("deliveries").selectAll().where("channelId", "=", channelId),
    ["createdAt", "id"],
    slice,
  ).execute();

export const listWaitingForChannels = (db: Db): Promise<DeliveryRow[]> =>
  db
    .selectFrom("deliveries")
    .selectAll()
    .where("state", "=", "waiting")
    .where("channelId", "is not", null)
    .execute();
