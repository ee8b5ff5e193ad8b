import { type RawBuilder, sql } from "kysely";

import type { Db } from "#db/database.ts";
import { compileOnce, engineOf } from "#db/engine.ts";
import { inBatches } from "#db/rows.ts";
import type { CommentRow, EventRow, InboxEntryRow, WatchRow } from "#db/schema.ts";
import { readNumberCursor, type PageSlice } from "#server/kernel/paging/paging.ts";
import { itemSources, sourceOf } from "#server/kernel/texts/text-source.ts";
import type { AudienceMember, InboxReason } from "#shared/inbox/inbox-words.ts";
import { isLibraryKind, type ItemKey, type ItemKind } from "#shared/kernel/item-address.ts";

const TOPIC_KIND = sql.lit("topic");

/** Identifies a comment together with its item. */
export type CommentKey = Pick<CommentRow, "id" | "kind" | "itemId">;

export interface Recipient {
  userId: string;
  reason: InboxReason;
}

/** Selects a reading's topic in lower case, as watches store it. */
const topicOf = (db: Db, readingId: string): RawBuilder<string> =>
  sql`(select ${engineOf(db).lowerCase(sql`topic`)} from readings where id = ${readingId})`;

interface AudienceRequest extends ItemKey {
  audiences: readonly AudienceMember["audience"][];
  /** Maximum number of participants that are read. */
  limit: number;
}

/** Up to this number of comments, reading all of them is faster than one lookup for each author. */
const SHORT_DISCUSSION = 100;
/**
 * Ids of items with long discussions when they were last read. Both queries return the same people, so it may be
 * outdated.
 */
const longDiscussions = new Set<string>();
const MAX_LONG_DISCUSSIONS = 10_000;

/** Lists the people in an item's audiences, and everyone who watches or mutes the item or its topic. */
export async function listAudience(
  db: Db,
  { audiences, ...request }: AudienceRequest,
): Promise<AudienceMember[]> {
  const { kind, id } = request;
  const hasAdder = audiences.includes("adder") && isLibraryKind(kind);
  if (!audiences.includes("participants")) return getAudienceQuery(kind, hasAdder, null)(db, request);
  if (!longDiscussions.has(id)) {
    const members = await getAudienceQuery(kind, hasAdder, "short")(db, request);
    const comments = members.reduce((sum, { commentCount }) => sum + commentCount, 0);
    if (comments < SHORT_DISCUSSION) return members;
    if (longDiscussions.size === MAX_LONG_DISCUSSIONS) longDiscussions.clear();
    longDiscussions.add(id);
  }
  return getAudienceQuery(kind, hasAdder, "long")(db, request);
}

/** `commentCount` is the number of comments that the query read for this row. */
interface AudienceRow extends AudienceMember {
  commentCount: number;
}

type QueryValues = ItemKey & { limit: number };
type Discussion = "short" | "long";
type AudienceQuery = (db: Db, values: QueryValues) => Promise<AudienceRow[]>;
const audienceQueries = new Map<string, AudienceQuery>();

function getAudienceQuery(kind: ItemKind, hasAdder: boolean, discussion: Discussion | null): AudienceQuery {
  const key = `${kind} ${hasAdder} ${discussion}`;
  const query = audienceQueries.get(key) ?? createAudienceQuery(kind, hasAdder, discussion);
  audienceQueries.set(key, query);
  return query;
}

const createAudienceQuery = (
  itemKind: ItemKind,
  hasAdder: boolean,
  discussion: Discussion | null,
): AudienceQuery =>
  compileOnce((db, { kind, id, limit }) => {
    const isAboutItem = sql`kind = ${kind} and "itemId" = ${id}`;
    const sources = [
      sql`select "userId", 'watchers' as audience, level, 0 as "commentCount" from watches where ${isAboutItem}`,
    ];
    if (itemKind === "reading")
      sources.push(sql`select "userId", 'topic watchers' as audience, level, 0 as "commentCount" from watches
        where kind = ${TOPIC_KIND} and "itemId" = ${topicOf(db, id)}`);
    if (hasAdder && isLibraryKind(itemKind))
      sources.push(sql`select "userId", 'adder' as audience, null as level, 0 as "commentCount"
        from ${sql.table(sourceOf(itemKind).table)} where id = ${id}`);
    if (discussion)
      sources.push(sql`select "userId", 'participants' as audience, null as level, "commentCount"
        from (${SELECT_AUTHORS[discussion]({ kind, id, limit })}) as author`);
    return sql<AudienceRow>`${sql.join(sources, sql` union all `)}`.compile(db);
  });

const commentsOn = ({ kind, id }: ItemKey) =>
  sql`from comments where kind = ${kind} and "itemId" = ${id} and "deletedAt" is null`;

const SELECT_AUTHORS = {
  short: (item: ItemKey) => sql`
    select "userId", count(*) as "commentCount"
    from (select "userId" ${commentsOn(item)} limit ${sql.lit(SHORT_DISCUSSION)}) as comment
    group by "userId"`,
  // Looks up one index entry for each author. `distinct` would read all comments.
  long: ({ limit, ...item }: QueryValues) => sql`
    with recursive author("userId") as (
      select min("userId") ${commentsOn(item)}
      union all
      select (select min("userId") ${commentsOn(item)} and "userId" > author."userId")
      from author where author."userId" is not null
    )
    select "userId", 0 as "commentCount" from author where "userId" is not null limit ${limit}`,
};

/** Returns the ids of the items that anyone watches, directly or by topic. */
export async function listWatchedIds(db: Db, kind: ItemKind, ids: readonly string[]): Promise<Set<string>> {
  const { valuesOf, lowerCase } = engineOf(db);
  const watched = await db
    .selectFrom("watches")
    .select("itemId")
    .where("kind", "=", kind)
    .where("itemId", "in", valuesOf(ids))
    .where("level", "=", "watch")
    .execute();
  const watchedByTopic =
    kind === "reading"
      ? await db
          .selectFrom("readings")
          .innerJoin("watches", (join) =>
            join.on("watches.kind", "=", "topic").on("watches.itemId", "=", lowerCase(sql`topic`)),
          )
          .select("readings.id as itemId")
          .where("readings.id", "in", valuesOf(ids))
          .where("watches.level", "=", "watch")
          .execute()
      : [];
  return new Set([...watched, ...watchedByTopic].map(({ itemId }) => itemId));
}

interface NewEntries extends Pick<InboxEntryRow, "eventSeq" | "kind" | "itemId" | "commentId"> {
  people: readonly Recipient[];
}

/** Adds the entries of an event, unless they exist. Skips disabled accounts. */
export async function insertEntries(db: Db, { people, ...event }: NewEntries): Promise<void> {
  for await (const batch of inBatches(people))
    await insertBatch(db, { ...event, people: JSON.stringify(batch) });
}

const insertBatch = compileOnce((db, entries: Omit<NewEntries, "people"> & { people: string }) => {
  const { eventSeq, kind, itemId, commentId, people } = entries;
  const { jsonItems, jsonText } = engineOf(db);
  return sql`
    insert into inbox_entries ("userId", "eventSeq", reason, kind, "itemId", "commentId")
    select users.id, ${eventSeq}, ${jsonText("person.value", "reason")}, ${kind}, ${itemId}, ${commentId}
    from ${jsonItems(sql`${people}`)} as person
    join users on users.id = ${jsonText("person.value", "userId")}
    where users."disabledAt" is null
    on conflict do nothing`.compile(db);
});

const isAboutComment = ({ kind, itemId, id }: CommentKey) =>
  sql<boolean>`kind = ${kind} and "itemId" = ${itemId} and "commentId" = ${id}`;

/** Returns the ids of the people with an entry for a mention in this comment. */
export async function listMentionedIn(db: Db, comment: CommentKey): Promise<Set<string>> {
  const rows = await db
    .selectFrom("inbox_entries")
    .select("userId")
    .where(isAboutComment(comment))
    .where("reason", "=", "mentioned")
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** Deletes open entries of these people for mentions in a comment. Returns the entries and their events. */
export async function takeOpenMentions(db: Db, comment: CommentKey, userIds: readonly string[]) {
  const entries = await db
    .deleteFrom("inbox_entries")
    .where(isAboutComment(comment))
    .where("userId", "in", userIds)
    .where("reason", "=", "mentioned")
    .where("doneAt", "is", null)
    .returningAll()
    .execute();
  const events = await listEventRows(
    db,
    entries.map(({ eventSeq }) => eventSeq),
  );
  return { entries, events };
}

/** Deletes the entries about a comment and returns them. */
export const takeEntriesAbout = (db: Db, comment: CommentKey): Promise<InboxEntryRow[]> =>
  db.deleteFrom("inbox_entries").where(isAboutComment(comment)).returningAll().execute();

export const listEventRows = (db: Db, seqs: readonly number[]): Promise<EventRow[]> =>
  seqs.length === 0
    ? Promise.resolve([])
    : db.selectFrom("events").selectAll().where("seq", "in", seqs).execute();

export const insertIntoQueue = (db: Db, eventSeq: number) =>
  db.insertInto("inbox_queue").values({ eventSeq }).execute();

/** Returns the sequence number of the first event in the queue, or null. */
export async function findFirstInQueue(db: Db): Promise<number | null> {
  const { seq } = await db
    .selectFrom("inbox_queue")
    .select(({ fn }) => fn.min("eventSeq").as("seq"))
    .executeTakeFirstOrThrow();
  return seq;
}

export const deleteFromQueue = (db: Db, eventSeq: number) =>
  db.deleteFrom("inbox_queue").where("eventSeq", "=", eventSeq).execute();

/** True if a comment exists and is not deleted. */
export const hasComment = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom("comments")
    .select("id")
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst()) !== undefined;

/** Inbox entry with its event, the event's author, and the item's title and comment. */
interface EntryRow extends Omit<InboxEntryRow, "userId">, Pick<EventRow, "at" | "verb" | "title" | "detail"> {
  /** Null if the item is deleted. The item's entries are deleted and restored later, in the background. */
  itemTitle: string | null;
  content: string | null;
  level: WatchRow["level"] | null;
  actorId: string | null;
  username: string | null;
  displayName: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** Selects the title of an entry's item. A separate query for each kind would take as long as the whole page. */
const itemTitle = () => {
  const titles = itemSources().map(
    ({ kind, table, columns }) => sql`when ${sql.lit(kind)} then (
      select ${sql.ref(columns.title)} from ${sql.table(table)} where id = entry."itemId")`,
  );
  return sql`case entry.kind ${sql.join(titles, sql` `)} end`;
};

/** Lists a user's entries, latest event first. */
export async function listEntryRows(
  db: Db,
  { userId, tab }: { userId: string; tab: "open" | "done" },
  { after, limit }: PageSlice,
): Promise<EntryRow[]> {
  const beforeSeq = readNumberCursor(after);
  const { rows } = await sql<EntryRow>`
    select entry."eventSeq", entry.reason, entry.kind, entry."itemId", entry."commentId", entry."doneAt",
      ${itemTitle()} as "itemTitle",
      events.at, events.verb, events.title, events.detail, comments.content, muted.level,
      users.id as "actorId", users.username, users."displayName", users."firstName", users."lastName", users.email
    from inbox_entries as entry
    join events on events.seq = entry."eventSeq"
    left join users on users.id = events."actorId"
    left join comments on comments.id = entry."commentId"
    left join watches as muted
      on muted."userId" = entry."userId" and muted.kind = entry.kind and muted."itemId" = entry."itemId"
    where entry."userId" = ${userId} and entry."doneAt" is ${tab === "open" ? sql`null` : sql`not null`}
      ${beforeSeq === null ? sql`` : sql`and entry."eventSeq" < ${beforeSeq}`}
    order by entry."eventSeq" desc
    limit ${limit ?? 0}`.execute(db);
  return rows;
}

/** Counts the open entries of each user, up to `limit`. */
export async function countOpenEntries(
  db: Db,
  userIds: readonly string[],
  limit: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ userId: string; open: number }>`
    select person."userId", (
      select count(*) from (
        select 1 from inbox_entries
        where inbox_entries."userId" = person."userId" and "doneAt" is null
        limit ${limit}
      ) as entry
    ) as open
    from ${engineOf(db).rowsOf(
      userIds.map((userId) => ({ userId })),
      { userId: "text" },
    )} as person`.execute(db);
  return new Map(rows.map(({ userId, open }) => [userId, open]));
}

/** Returns the ids of the items in a user's entries about events after one sequence number and up to another. */
export async function listItemIdsOfEntries(
  db: Db,
  userId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<Set<string>> {
  const [open, done] = ["null", "not null"].map(
    (doneAt) => sql`select "itemId" from inbox_entries where "userId" = ${userId}
      and "eventSeq" > ${after} and "eventSeq" <= ${upTo} and "doneAt" is ${sql.raw(doneAt)}`,
  );
  const { rows } = await sql<{ itemId: string }>`${open} union all ${done}`.execute(db);
  return new Set(rows.map(({ itemId }) => itemId));
}

/** Marks an entry as done, or as open if `doneAt` is null. Returns undefined if there is no such entry. */
export const updateEntry = (db: Db, userId: string, eventSeq: number, doneAt: string | null) =>
  db
    .updateTable("inbox_entries")
    .set({ doneAt })
    .where("userId", "=", userId)
    .where("eventSeq", "=", eventSeq)
    .returning("eventSeq")
    .executeTakeFirst();

export const updateOpenEntries = (db: Db, userId: string, doneAt: string) =>
  db
    .updateTable("inbox_entries")
    .set({ doneAt })
    .where("userId", "=", userId)
    .where("doneAt", "is", null)
    .execute();

export const reopenEntriesDoneAt = (db: Db, userId: string, doneAt: string) =>
  db
    .updateTable("inbox_entries")
    .set({ doneAt: null })
    .where("userId", "=", userId)
    .where("doneAt", "=", doneAt)
    .execute();

type WatchTarget = Pick<WatchRow, "kind" | "itemId">;

/** Returns the reading topic with this name, ignoring case, in the form that watches store. */
export async function findTopic(db: Db, name: string): Promise<string | undefined> {
  const { lowerCase } = engineOf(db);
  const topic = await db
    .selectFrom("readings")
    .select(lowerCase(sql`topic`).as("topic"))
    .where(lowerCase(sql`topic`), "=", lowerCase(sql`${name}`))
    .limit(1)
    .executeTakeFirst();
  return topic?.topic;
}

export const findWatch = (db: Db, userId: string, { kind, itemId }: WatchTarget) =>
  db
    .selectFrom("watches")
    .select("level")
    .where("userId", "=", userId)
    .where("kind", "=", kind)
    .where("itemId", "=", itemId)
    .executeTakeFirst();

export const upsertWatch = (db: Db, { level, ...watched }: WatchRow) =>
  db
    .insertInto("watches")
    .values({ ...watched, level })
    .onConflict((conflict) => conflict.columns(["userId", "kind", "itemId"]).doUpdateSet({ level }))
    .execute();

export const deleteWatch = (db: Db, userId: string, { kind, itemId }: WatchTarget) =>
  db
    .deleteFrom("watches")
    .where("userId", "=", userId)
    .where("kind", "=", kind)
    .where("itemId", "=", itemId)
    .execute();

/** True for an entry whose event is no longer stored. */
export const isOrphanedEntry = () => sql<boolean>`"eventSeq" < (select min(seq) from events)`;
