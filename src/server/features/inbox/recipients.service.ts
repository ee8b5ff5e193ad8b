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
  findInQueue,
  hasComment,
  insertEntries,
  insertIntoQueue,
  listAudience,
  listEventRows,
  listWatched,
  type Recipient,
  takeOpenMentions,
} from "./inbox.queries.ts";

/** Maximum number of entries written in an event's transaction. The others follow in the background. */
const MAX_AT_ONCE = 200;
const MAX_PEOPLE = Number.MAX_SAFE_INTEGER;

type Event = Omit<RecordedEvent, "title" | "detail"> & { detail?: EventDetail };

/** Returns the possible recipients of an event other than the people it addresses. */
function audiencesOf({
  verb,
  detail = {},
}: Pick<Event, "verb" | "detail">): readonly AudienceMember["audience"][] {
  const isWatched = ["watchers", "topic watchers"] as const;
  switch (verb) {
    case "commented":
      return detail.change === "added" ? ["adder", "participants", ...isWatched] : [];
    case "decided":
      return isWatched;
    case "edited":
    case "restored":
      // A new version. Restoring a deleted item creates none.
      return detail.revision !== undefined && detail.deletion === undefined ? isWatched : [];
    case "added":
      // Imports add many at a time.
      return detail.import === undefined ? ["topic watchers"] : [];
    default:
      return [];
  }
}

/**
 * Returns the recipients of an event, sorted by reason. Each has the first reason that applies. Omits the author, and
 * people who muted the item, unless it mentions them.
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

const recipients = async (db: Db, event: Event): Promise<Recipient[]> =>
  recipientsOf(event, await readAudience(db, event, MAX_PEOPLE));

/**
 * Returns the possible recipients of a new comment on an item. Call it before the comment's transaction. Inside,
 * concurrent comments on an item would conflict, and all but one would be retried.
 */
export const findAudience = (db: Db, item: ItemKey): Promise<AudienceMember[]> =>
  listAudience(db, { ...item, audiences: audiencesOf(NEW_COMMENT), limit: MAX_AT_ONCE + 1 });

const NEW_COMMENT = { verb: "commented", detail: { change: "added" } } as const;

/** Returns authors of comments on an item. */
export async function findParticipants(db: Db, item: ItemKey): Promise<Set<string>> {
  const people = await listAudience(db, { ...item, audiences: ["participants"], limit: MAX_AT_ONCE });
  return new Set(people.flatMap(({ userId, audience }) => (audience === "participants" ? userId : [])));
}

/** Adds the inbox entries of events, within the transaction that records them. */
export async function addEntries(db: Db, events: readonly RecordedEvent[]): Promise<void> {
  for (const event of await concerning(db, events)) {
    const audience = event.audience ?? (await readAudience(db, event, MAX_AT_ONCE + 1));
    const people = recipientsOf(event, audience);
    if (Math.max(audience.length, people.length) > MAX_AT_ONCE) await insertIntoQueue(db, event.seq);
    await addEntriesFor(db, event, people.slice(0, MAX_AT_ONCE));
  }
}

/** Omits events without recipients. Checks the events of an import together. */
async function concerning(db: Db, events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
  const isAddressed = ({ addressed = [] }: RecordedEvent) => addressed.length > 0;
  const possible = events.filter((event) => isAddressed(event) || audiencesOf(event).length > 0);
  if (possible.length <= 1) return possible;
  const chosen: RecordedEvent[] = [];
  for (const [kind, ofKind] of Map.groupBy(possible, (event) => event.kind)) {
    const watched = await listWatched(
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

const addEntriesFor = (
  db: Db,
  { seq: eventSeq, kind, itemId, detail = {} }: Event,
  people: readonly Recipient[],
): Promise<void> => insertEntries(db, { eventSeq, kind, itemId, commentId: detail.comment ?? null, people });

/** Adds the remaining entries of queued events, one event per transaction. */
export async function finishEntries({ db: database }: Pick<App, "db">, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted;) {
    isMore = await database.transaction().execute(async (db) => {
      const seq = await findInQueue(db);
      if (seq === null) return false;
      const [row] = await listEventRows(db, [seq]);
      const event = row && eventOf(row);
      const commentId = event?.detail?.comment;
      if (event && (commentId === undefined || (await hasComment(db, commentId))))
        await addEntriesFor(db, event, await recipients(db, event));
      await deleteFromQueue(db, seq);
      return true;
    });
  }
}

/** Returns nothing for an event type of a newer program version. */
function eventOf({ verb, detail, ...row }: EventRow): Event | undefined {
  const known = eventVerbSchema.safeParse(verb);
  if (!known.success) return undefined;
  return { ...row, verb: known.data, detail: eventDetailSchema.catch({}).parse(JSON.parse(detail)) };
}

export { listMentionedIn as findMentionedIn, takeEntriesOf } from "./inbox.queries.ts";

interface WithdrawnMentions {
  comment: CommentKey;
  userIds: readonly string[];
  /** People the comment addressed for other reasons when it was added. */
  addressed: NonNullable<RecordedEvent["addressed"]>;
}

/**
 * Removes open entries for mentions that an edit removed from a comment. An entry with another reason to exist remains,
 * with that reason.
 */
export async function withdrawMentions(
  db: Db,
  { comment, userIds, addressed }: WithdrawnMentions,
): Promise<void> {
  if (userIds.length === 0) return;
  const { entries, events } = await takeOpenMentions(db, comment, userIds);
  for (const row of events) {
    const event = eventOf(row);
    if (!event) continue;
    const taken = new Set(entries.flatMap(({ userId, eventSeq }) => (eventSeq === row.seq ? userId : [])));
    const isFirst = event.detail?.change === "added";
    const people = await recipients(db, { ...event, addressed: isFirst ? addressed : [] });
    await addEntriesFor(
      db,
      event,
      people.filter(({ userId }) => taken.has(userId)),
    );
  }
}
