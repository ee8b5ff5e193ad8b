/** Recipients of events, and their inbox entries. */
import type { EventRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import type { RecordedEvent } from "#server/kernel/ledger/ledger.service.ts";
import { type AudienceMember, INBOX_REASONS, type InboxReason } from "#shared/inbox/inbox-words.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import { type EventDetail, eventDetailSchema, eventVerbSchema } from "#shared/kernel/ledger.ts";

import {
  type CommentKey,
  deleteFromQueue,
  findFirstInQueue,
  hasComment,
  insertEntries,
  insertIntoQueue,
  listAudience,
  listEventRows,
  listWatchedIds,
  type Recipient,
  takeOpenMentions,
} from "./inbox.queries.ts";

/** Maximum number of entries that an event's transaction writes. The background job writes the others. */
const MAX_IN_TRANSACTION = 200;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

type Event = Omit<RecordedEvent, "title" | "detail"> & { detail?: EventDetail };

/** Returns the audiences of an event, apart from the people that it addresses. */
function audiencesOf({
  verb,
  detail = {},
}: Pick<Event, "verb" | "detail">): readonly AudienceMember["audience"][] {
  const watcherAudiences = ["watchers", "topic watchers"] as const;
  switch (verb) {
    case "commented":
      return detail.change === "added" ? ["adder", "participants", ...watcherAudiences] : [];
    case "decided":
      return watcherAudiences;
    case "edited":
    case "restored":
      // Notifies about new versions. Restoring a deleted item creates none.
      return detail.revision !== undefined && detail.deletion === undefined ? watcherAudiences : [];
    case "added":
      // Imports may add many items at once.
      return detail.import === undefined ? ["topic watchers"] : [];
    default:
      return [];
  }
}

/**
 * Returns the recipients of an event, sorted by reason. Each has the first reason that applies. Omits the author, and
 * people who muted the item unless the event mentions them.
 */
function recipientsOf(event: Event, members: readonly AudienceMember[]): Recipient[] {
  const audiences = audiencesOf(event);
  const ranks = new Map<string, number>();
  const add = (userId: string, reason: InboxReason) => {
    const rank = INBOX_REASONS.indexOf(reason);
    ranks.set(userId, Math.min(rank, ranks.get(userId) ?? rank));
  };
  for (const { userId, reason } of event.addressed ?? []) add(userId, reason);
  const levels = { watchers: new Map<string, string>(), "topic watchers": new Map<string, string>() };
  for (const { userId, audience, level } of members) {
    if (audience === "adder") add(userId, "yours");
    else if (audience === "participants") add(userId, "discussed");
    else {
      levels[audience].set(userId, level ?? "");
      if (level === "watch" && audiences.includes(audience)) add(userId, "watched");
    }
  }
  const levelOf = (userId: string) => levels.watchers.get(userId) ?? levels["topic watchers"].get(userId);
  return [...ranks]
    .toSorted(([one, rank], [other, otherRank]) => rank - otherRank || (one < other ? -1 : 1))
    .flatMap(([userId, rank]) => {
      const reason = INBOX_REASONS[rank];
      const isMuted = reason !== "mentioned" && levelOf(userId) === "mute";
      return reason === undefined || isMuted || userId === event.actorId ? [] : { userId, reason };
    });
}

const readAudience = (db: Db, event: Event, limit: number): Promise<AudienceMember[]> =>
  listAudience(db, { kind: event.kind, id: event.itemId, audiences: audiencesOf(event), limit });

const findRecipients = async (db: Db, event: Event): Promise<Recipient[]> =>
  recipientsOf(event, await readAudience(db, event, NO_LIMIT));

/**
 * Returns the possible recipients of a new comment on an item. Must be called before the comment's transaction, in
 * which this query would make concurrent comments conflict and retry.
 */
export const findAudience = (db: Db, item: ItemKey): Promise<AudienceMember[]> =>
  listAudience(db, { ...item, audiences: audiencesOf(NEW_COMMENT), limit: MAX_IN_TRANSACTION + 1 });

const NEW_COMMENT = { verb: "commented", detail: { change: "added" } } as const;

/** Returns the ids of the authors of comments on an item. */
export async function findParticipants(db: Db, item: ItemKey): Promise<Set<string>> {
  const people = await listAudience(db, { ...item, audiences: ["participants"], limit: MAX_IN_TRANSACTION });
  return new Set(people.flatMap(({ userId, audience }) => (audience === "participants" ? userId : [])));
}

/** Adds the inbox entries of events, within the transaction that records them. */
export async function addEntries(db: Db, events: readonly RecordedEvent[]): Promise<void> {
  for (const event of await eventsWithRecipients(db, events)) {
    const audience = event.audience ?? (await readAudience(db, event, MAX_IN_TRANSACTION + 1));
    const people = recipientsOf(event, audience);
    if (Math.max(audience.length, people.length) > MAX_IN_TRANSACTION) await insertIntoQueue(db, event.seq);
    await addEntriesOfEvent(db, event, people.slice(0, MAX_IN_TRANSACTION));
  }
}

/** Returns the events that may have recipients. */
async function eventsWithRecipients(db: Db, events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
  const isAddressed = ({ addressed = [] }: RecordedEvent) => addressed.length > 0;
  const candidates = events.filter((event) => isAddressed(event) || audiencesOf(event).length > 0);
  if (candidates.length <= 1) return candidates;
  const chosen: RecordedEvent[] = [];
  for (const [kind, ofKind] of Map.groupBy(candidates, (event) => event.kind)) {
    const watched = await listWatchedIds(
      db,
      kind,
      ofKind.map(({ itemId }) => itemId),
    );
    chosen.push(
      ...ofKind.filter(
        (event) => isAddressed(event) || event.verb === "commented" || watched.has(event.itemId),
      ),
    );
  }
  return chosen;
}

const addEntriesOfEvent = (
  db: Db,
  { seq: eventSeq, kind, itemId, detail = {} }: Event,
  people: readonly Recipient[],
): Promise<void> => insertEntries(db, { eventSeq, kind, itemId, commentId: detail.comment ?? null, people });

/** Adds the missing entries of queued events, one event per transaction. */
export async function addQueuedEntries(
  { db: database }: Pick<App, "db">,
  signal: AbortSignal,
): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted;) {
    isMore = await database.transaction().execute(async (db) => {
      const seq = await findFirstInQueue(db);
      if (seq === null) return false;
      const [row] = await listEventRows(db, [seq]);
      const event = row && parseEvent(row);
      const commentId = event?.detail?.comment;
      if (event && (commentId === undefined || (await hasComment(db, commentId))))
        await addEntriesOfEvent(db, event, await findRecipients(db, event));
      await deleteFromQueue(db, seq);
      return true;
    });
  }
}

/** Returns undefined for an event type of a newer program version. */
function parseEvent({ verb, detail, ...row }: EventRow): Event | undefined {
  const parsedVerb = eventVerbSchema.safeParse(verb);
  if (!parsedVerb.success) return undefined;
  return { ...row, verb: parsedVerb.data, detail: eventDetailSchema.catch({}).parse(JSON.parse(detail)) };
}

export { listMentionedIn as findMentionedIn, takeEntriesAbout } from "./inbox.queries.ts";

interface WithdrawnMentions {
  comment: CommentKey;
  userIds: readonly string[];
  /** People whom the comment addressed for another reason when it was added. */
  addressed: NonNullable<RecordedEvent["addressed"]>;
}

/**
 * Removes open entries for mentions that an edit removed from a comment. People with another reason for an entry get
 * one for that reason.
 */
export async function withdrawMentions(
  db: Db,
  { comment, userIds, addressed }: WithdrawnMentions,
): Promise<void> {
  if (userIds.length === 0) return;
  const { entries, events } = await takeOpenMentions(db, comment, userIds);
  for (const row of events) {
    const event = parseEvent(row);
    if (!event) continue;
    const withdrawnFrom = new Set(
      entries.flatMap(({ userId, eventSeq }) => (eventSeq === row.seq ? userId : [])),
    );
    const isNewComment = event.detail?.change === "added";
    const people = await findRecipients(db, { ...event, addressed: isNewComment ? addressed : [] });
    await addEntriesOfEvent(
      db,
      event,
      people.filter(({ userId }) => withdrawnFrom.has(userId)),
    );
  }
}
