/** Recipients of events, and their inbox entries. */
import type { EventRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import type { RecordedEvent } from "#server/kernel/ledger/ledger.service.ts";
import type { EventDetail } from "#shared/kernel/events.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import { eventDetailSchema, eventVerbSchema } from "#shared/kernel/ledger.ts";

import {
  type Audience,
  deleteFromQueue,
  findInQueue,
  hasComment,
  insertEntries,
  insertIntoQueue,
  listAuthors,
  listEventRows,
  listMentionedIn,
  listRecipients,
  listWatched,
  type Recipient,
  takeOpenMentions,
} from "./inbox.queries.ts";

type Db = App["db"];

/** Maximum number of entries written in an event's transaction. The others follow in the background. */
const MAX_AT_ONCE = 200;
const MAX_PEOPLE = Number.MAX_SAFE_INTEGER;

type Event = Omit<RecordedEvent, "title" | "detail"> & { detail?: EventDetail };

/** Returns the possible recipients of an event other than the people it addresses. */
function audiencesOf({ verb, detail = {} }: Pick<Event, "verb" | "detail">): readonly Audience[] {
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

const recipients = (db: Db, event: Event, limit: number): Promise<Recipient[]> =>
  listRecipients(db, { ...event, addressed: event.addressed ?? [], audiences: audiencesOf(event) }, limit);

/**
 * Returns the authors of an item's comments, who are notified of a new one. Call it before the comment's transaction:
 * inside, concurrent comments on an item would conflict, and all but one would have to be retried.
 */
export async function findParticipants(db: Db, item: ItemKey): Promise<NonNullable<Event["addressed"]>> {
  const ids = await listAuthors(db, item, MAX_AT_ONCE + 1);
  return ids.map((userId) => ({ userId, reason: "discussed" }));
}

/** Adds the inbox entries of events, within the transaction that records them. */
export async function addEntries(db: Db, events: readonly RecordedEvent[]): Promise<void> {
  for (const event of await concerning(db, events)) {
    const { addressed = [] } = event;
    const audiences = audiencesOf(event).filter((audience) => audience !== "participants");
    const people = await listRecipients(db, { ...event, addressed, audiences }, MAX_AT_ONCE + 1);
    if (people.length > MAX_AT_ONCE) await insertIntoQueue(db, event.seq);
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

const addEntriesFor = (db: Db, { seq, kind, itemId, detail = {} }: Event, people: readonly Recipient[]) =>
  insertEntries(
    db,
    people.map((person) => ({
      ...person,
      eventSeq: seq,
      kind,
      itemId,
      commentId: detail.comment ?? null,
      doneAt: null,
    })),
  );

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
        await addEntriesFor(db, event, await recipients(db, event, MAX_PEOPLE));
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

/** Returns the people who were notified of a mention in this comment. */
export const findMentionedIn = (db: Db, commentId: string): Promise<Set<string>> =>
  listMentionedIn(db, commentId);

interface WithdrawnMentions {
  commentId: string;
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
  { commentId, userIds, addressed }: WithdrawnMentions,
): Promise<void> {
  if (userIds.length === 0) return;
  const { entries, events } = await takeOpenMentions(db, commentId, userIds);
  for (const row of events) {
    const event = eventOf(row);
    if (!event) continue;
    const taken = new Set(entries.flatMap(({ userId, eventSeq }) => (eventSeq === row.seq ? userId : [])));
    const isFirst = event.detail?.change === "added";
    const people = await recipients(db, { ...event, addressed: isFirst ? addressed : [] }, MAX_PEOPLE);
    await addEntriesFor(
      db,
      event,
      people.filter(({ userId }) => taken.has(userId)),
    );
  }
}
