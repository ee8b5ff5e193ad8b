import { type RawBuilder, sql } from "kysely";

import { inBatches } from "#db/batches.ts";
import { compileOnce } from "#db/compile-once.ts";
import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { EventRow, InboxEntryRow, WatchRow } from "#db/schema.ts";
import { numberOf, type Slice } from "#server/kernel/paging/paging.ts";
import { itemSources, sourceOf } from "#server/kernel/texts/text-source.ts";
import { INBOX_REASONS, type InboxReason } from "#shared/inbox/inbox-words.ts";
import { isLibraryKind, type ItemKey, type ItemKind } from "#shared/kernel/item-address.ts";

const TOPIC = sql.lit("topic");

/** Selects the topic of a reading, in the form that watches use. */
const topicOf = (db: Db, readingId: string): RawBuilder<string> =>
  sql`(select ${engineOf(db).lowerCase(sql`topic`)} from readings where id = ${readingId})`;

/** Possible recipients of an event other than the people it addresses. */
export type Audience = "adder" | "participants" | "watchers" | "topic watchers";

export interface RecipientsRequest {
  kind: ItemKind;
  itemId: string;
  actorId: string | null;
  addressed: readonly { userId: string; reason: InboxReason }[];
  audiences: readonly Audience[];
}

export interface Recipient {
  userId: string;
  reason: InboxReason;
}

/**
 * Returns the recipients of an event, sorted by reason. Each has the first reason that applies. Omits the author,
 * disabled accounts, and people who muted the item, unless it mentions them.
 */
export async function listRecipients(
  db: Db,
  request: RecipientsRequest,
  limit: number,
): Promise<Recipient[]> {
  const { actorId, addressed, audiences } = request;
  if (addressed.length === 0 && audiences.length === 0) return [];
  const ranks = new Map<string, number>();
  const add = (userId: string, reason: InboxReason) => {
    const rank = INBOX_REASONS.indexOf(reason);
    ranks.set(userId, Math.min(rank, ranks.get(userId) ?? rank));
  };
  for (const { userId, reason } of addressed) add(userId, reason);
  const levels = { watchers: new Map<string, string>(), "topic watchers": new Map<string, string>() };
  for (const { userId, audience, level } of await listAudiences(db, request)) {
    if (audience === "adder") add(userId, "yours");
    else if (audience === "participants") add(userId, "discussed");
    else {
      levels[audience].set(userId, level ?? "");
      if (level === "watch" && audiences.includes(audience)) add(userId, "watched");
    }
  }
  const levelOf = (userId: string) => levels.watchers.get(userId) ?? levels["topic watchers"].get(userId);
  const people = [...ranks].flatMap(([userId, rank]) => {
    const reason = INBOX_REASONS[rank];
    const isMuted = reason !== "mentioned" && levelOf(userId) === "mute";
    return reason === undefined || isMuted || userId === actorId ? [] : { userId, reason, rank };
  });
  const enabled = await listEnabled(
    db,
    people.map(({ userId }) => userId),
  );
  return people
    .filter(({ userId }) => enabled.has(userId))
    .toSorted((one, other) => one.rank - other.rank || (one.userId < other.userId ? -1 : 1))
    .slice(0, limit)
    .map(({ userId, reason }) => ({ userId, reason }));
}

interface AudienceRow {
  userId: string;
  audience: Audience;
  /** Of watchers, whether they watch or mute it. */
  level: WatchRow["level"] | null;
}

/** Lists the people of an event's audiences, and everyone who watches or mutes its item or its topic. */
function listAudiences(db: Db, { kind, itemId, audiences }: RecipientsRequest): Promise<AudienceRow[]> {
  const hasAdder = audiences.includes("adder") && isLibraryKind(kind);
  const hasParticipants = audiences.includes("participants");
  const key = `${kind} ${hasAdder} ${hasParticipants}`;
  const list = audienceQueries.get(key) ?? audienceQuery(kind, hasAdder, hasParticipants);
  audienceQueries.set(key, list);
  return list(db, { kind, itemId });
}

type AudienceQuery = (db: Db, item: { kind: ItemKind; itemId: string }) => Promise<AudienceRow[]>;
const audienceQueries = new Map<string, AudienceQuery>();

const audienceQuery = (of: ItemKind, hasAdder: boolean, hasParticipants: boolean): AudienceQuery =>
  compileOnce((db, { kind, itemId }) => {
    const isOfItem = sql`kind = ${kind} and "itemId" = ${itemId}`;
    const sources = [sql`select "userId", 'watchers' as audience, level from watches where ${isOfItem}`];
    if (of === "reading")
      sources.push(sql`select "userId", 'topic watchers' as audience, level from watches
        where kind = ${TOPIC} and "itemId" = ${topicOf(db, itemId)}`);
    if (hasAdder && isLibraryKind(of))
      sources.push(sql`select "userId", 'adder' as audience, null as level
        from ${sql.table(sourceOf(of).table)} where id = ${itemId}`);
    if (hasParticipants)
      sources.push(sql`select "userId", 'participants' as audience, null as level from comments
        where ${isOfItem} and "deletedAt" is null group by "userId"`);
    return sql<AudienceRow>`${sql.join(sources, sql` union all `)}`.compile(db);
  });

/** Returns the ids whose accounts are enabled. */
async function listEnabled(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const users = await db
    .selectFrom("users")
    .select("id")
    .where("id", "in", engineOf(db).valuesOf(ids))
    .where("disabledAt", "is", null)
    .execute();
  return new Set(users.map(({ id }) => id));
}

/** Number of comments up to which reading all of them is faster than reading one for each person. */
const SHORT_DISCUSSION = 100;

/**
 * Lists people with comments on an item. In a long discussion, reads one index entry per person, since `distinct` would
 * read all comments.
 */
export async function listAuthors(db: Db, { kind, id }: ItemKey, limit: number): Promise<string[]> {
  const all = await listFirstAuthors(db, { kind, id });
  const authors = all.length < SHORT_DISCUSSION ? all : await listManyAuthors(db, { kind, id, limit });
  return [...new Set(authors.map(({ userId }) => userId))].slice(0, limit);
}

const commentsOn = ({ kind, id }: ItemKey) =>
  sql`from comments where kind = ${kind} and "itemId" = ${id} and "deletedAt" is null`;

const listFirstAuthors = compileOnce((db, item: ItemKey) =>
  sql<{ userId: string }>`
    select "userId" ${commentsOn(item)} limit ${sql.lit(SHORT_DISCUSSION)}`.compile(db),
);

const listManyAuthors = compileOnce((db, { limit, ...item }: ItemKey & { limit: number }) =>
  sql<{ userId: string }>`
    with recursive author("userId") as (
      select min("userId") ${commentsOn(item)}
      union all
      select (select min("userId") ${commentsOn(item)} and "userId" > author."userId")
      from author where author."userId" is not null
    )
    select "userId" from author where "userId" is not null limit ${limit}`.compile(db),
);

/** Returns the items that anyone watches, directly or by topic. */
export async function listWatched(db: Db, kind: ItemKind, ids: readonly string[]): Promise<Set<string>> {
  const { valuesOf, lowerCase } = engineOf(db);
  const watched = await db
    .selectFrom("watches")
    .select("itemId")
    .where("kind", "=", kind)
    .where("itemId", "in", valuesOf(ids))
    .where("level", "=", "watch")
    .execute();
  const ofTopics =
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
  return new Set([...watched, ...ofTopics].map(({ itemId }) => itemId));
}

/** Adds entries, unless they exist. */
export async function insertEntries(db: Db, entries: readonly InboxEntryRow[]): Promise<void> {
  for await (const batch of inBatches(entries))
    await db
      .insertInto("inbox_entries")
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Returns the people who have an entry for a mention in this comment. */
export async function listMentionedIn(db: Db, commentId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("inbox_entries")
    .select("userId")
    .where("commentId", "=", commentId)
    .where("reason", "=", "mentioned")
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** Deletes these people's open entries for mentions in a comment. Returns the entries and their events. */
export async function takeOpenMentions(db: Db, commentId: string, userIds: readonly string[]) {
  const entries = await db
    .deleteFrom("inbox_entries")
    .where("commentId", "=", commentId)
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

export const listEventRows = (db: Db, seqs: readonly number[]): Promise<EventRow[]> =>
  seqs.length === 0
    ? Promise.resolve([])
    : db.selectFrom("events").selectAll().where("seq", "in", seqs).execute();

export const insertIntoQueue = (db: Db, eventSeq: number) =>
  db.insertInto("inbox_queue").values({ eventSeq }).execute();

/** Returns the first event in the queue. */
export async function findInQueue(db: Db): Promise<number | null> {
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

/** Inbox entry with its item's title, its event, its author and its comment. */
interface EntryRow extends Omit<InboxEntryRow, "userId">, Pick<EventRow, "at" | "verb" | "title" | "detail"> {
  /** Null if the item is deleted: entries are deleted and restored in the background, after their item. */
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

/** Selects the title of an entry's item. One query for each kind would take as long as the page itself. */
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
  { after, limit }: Slice,
): Promise<EntryRow[]> {
  const before = numberOf(after);
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
      ${before === null ? sql`` : sql`and entry."eventSeq" < ${before}`}
    order by entry."eventSeq" desc
    limit ${limit ?? 0}`.execute(db);
  return rows;
}

/** Counts the open entries of each of these users, up to `limit`. */
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

/** Returns the ids of the items that a user has entries about, for events after one and up to another. */
export async function listItemsOfEntries(
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

/** Marks an entry as done or opens it. Returns nothing if there is none. */
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

type Watched = Pick<WatchRow, "kind" | "itemId">;

/** Returns the reading topic that equals this name, ignoring case, in the form that watches use. */
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

export const findWatch = (db: Db, userId: string, { kind, itemId }: Watched) =>
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

export const deleteWatch = (db: Db, userId: string, { kind, itemId }: Watched) =>
  db
    .deleteFrom("watches")
    .where("userId", "=", userId)
    .where("kind", "=", kind)
    .where("itemId", "=", itemId)
    .execute();

/** True for an entry whose event is no longer stored. */
export const isOfNoEvent = () => sql<boolean>`"eventSeq" < (select min(seq) from events)`;
