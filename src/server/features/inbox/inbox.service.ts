import type { WatchRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import { itemNotFound, notFound } from "#server/errors.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { loadTitles } from "#server/kernel/texts/texts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { splitBlocks, splitInline } from "#shared/comments/comment-markdown.ts";
import { MAX_OPEN_SHOWN } from "#shared/inbox/inbox-words.ts";
import type {
  DoneTogether,
  EntryDone,
  InboxCount,
  InboxEntry,
  InboxRequest,
  Watch,
  WatchChange,
  WatchOf,
} from "#shared/inbox/inbox.ts";
import { eventText } from "#shared/kernel/event-words.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import { formatItemRef, parseItemRef } from "#shared/kernel/items.ts";
import { eventDetailSchema, eventVerbSchema } from "#shared/kernel/ledger.ts";
import type { Page } from "#shared/kernel/paging.ts";
import { sliceStart } from "#shared/kernel/text-rules.ts";

import {
  countOpenEntries,
  deleteWatch,
  findTopic,
  findWatch,
  listEntryRows,
  listItemIdsOfEntries,
  reopenEntriesDoneAt,
  updateEntry,
  updateOpenEntries,
  upsertWatch,
} from "./inbox.queries.ts";

type EntryRow = Awaited<ReturnType<typeof listEntryRows>>[number];

const ENTRIES_PER_PAGE = 50;
/** Maximum length of an entry's text, in UTF-16 units. */
const MAX_TEXT_LENGTH = 300;

/** Lists a user's open or done entries, latest event first. */
export async function listEntries(
  app: App,
  user: User,
  { tab, ...page }: InboxRequest,
): Promise<Page<InboxEntry>> {
  const { items, nextCursor } = await readPage(
    page,
    (slice) => listEntryRows(app.db, { userId: user.id, tab }, slice),
    ({ eventSeq }) => [String(eventSeq), ""],
    ENTRIES_PER_PAGE,
  );
  return {
    items: items.flatMap((row) => (row.itemTitle === null ? [] : toEntry(row, row.itemTitle))),
    nextCursor,
  };
}

function toEntry(row: EntryRow, title: string): InboxEntry {
  const { eventSeq: seq, reason, kind, itemId: id, commentId, at, doneAt, content, level } = row;
  const { actorId, username, displayName, firstName, lastName, email } = row;
  return {
    seq,
    reason,
    at,
    doneAt,
    actor:
      actorId === null || username === null
        ? null
        : { id: actorId, username, displayName, firstName, lastName, email },
    item: {
      ref: formatItemRef({ kind, id }),
      kind,
      title,
      href: itemAddress({ kind, id }, commentId),
    },
    text: content === null ? describeEvent(row) : shorten(plainText(content)),
    commentId,
    isMuted: level === "mute",
  };
}

/** Describes an event without a comment, such as "moved Claude to Adopt". */
function describeEvent({ verb, kind, title, detail }: EntryRow): string {
  const parsedVerb = eventVerbSchema.safeParse(verb);
  if (!parsedVerb.success) return title;
  const parsed = eventDetailSchema.catch({}).parse(JSON.parse(detail));
  return shorten(eventText({ verb: parsedVerb.data, kind, title, detail: parsed }));
}

/** Returns a comment's text without Markdown and quotations. Returns the whole text if nothing remains. */
function plainText(content: string): string {
  const lines = splitBlocks(content).flatMap(({ kind, lines: all }) =>
    kind === "quotation" ? [] : all.map((line) => ({ ...line, isCode: kind === "code" })),
  );
  let words = "";
  for (const line of lines) {
    if (words.length > MAX_TEXT_LENGTH) break;
    const text = line.isCode
      ? line.text
      : splitInline(line, [])
          .map((part) => part.text)
          .join("");
    words += words === "" ? text : `\n${text}`;
  }
  return words || content;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s{2,}|[^\S ]/gu, " ");
  if (line.length <= MAX_TEXT_LENGTH) return line;
  return `${sliceStart(line, MAX_TEXT_LENGTH - 1)}…`;
}

/** Returns the number of open entries of each user, counted up to 100. */
export const countOpenByUser = (db: Db, userIds: readonly string[]): Promise<Map<string, number>> =>
  countOpenEntries(db, userIds, MAX_OPEN_SHOWN + 1);

/** Returns the number of a user's open entries, counted up to 100. */
export async function countOpen({ db }: App, { id }: User): Promise<InboxCount> {
  return { open: (await countOpenByUser(db, [id])).get(id) ?? 0 };
}

/** Returns the ids of the items in the user's inbox, for events after one sequence number and up to another. */
export const listItemsInInbox = (
  db: Db,
  { id }: User,
  range: { after: number; upTo: number },
): Promise<Set<string>> => listItemIdsOfEntries(db, id, range);

/** Marks one of the user's entries as done or open. */
export async function setDone(app: App, user: User, { seq, isDone }: EntryDone): Promise<void> {
  const doneAt = isDone ? app.now().toISOString() : null;
  if (!(await updateEntry(app.db, user.id, seq, doneAt))) throw notFound("Entry not found");
}

/** Marks all open entries of the user as done. Returns the time that `reopenEntries` needs. */
export async function setAllDone(app: App, user: User): Promise<DoneTogether> {
  const doneAt = app.now().toISOString();
  await updateOpenEntries(app.db, user.id, doneAt);
  return { doneAt };
}

/** Reopens the user's entries that were marked as done at this time. */
export async function reopenEntries({ db }: App, user: User, { doneAt }: DoneTogether): Promise<void> {
  await reopenEntriesDoneAt(db, user.id, doneAt);
}

/** Returns whether a user watches or mutes an item or topic. Throws 404 if it doesn't exist. */
export async function findWatchLevel({ db }: App, user: User, { ref }: WatchOf): Promise<Watch> {
  const watch = await findWatch(db, user.id, await getWatchTarget(db, ref));
  return { level: watch?.level ?? null };
}

/** Watches or mutes an item or topic. Null removes the choice. Throws 404 if the item or topic doesn't exist. */
export function setWatchLevel(
  { db: database }: App,
  user: User,
  { ref, level }: WatchChange,
): Promise<Watch> {
  return database.transaction().execute(async (db) => {
    const target = await getWatchTarget(db, ref);
    if (level === null) await deleteWatch(db, user.id, target);
    else await upsertWatch(db, { ...target, userId: user.id, level });
    return { level };
  });
}

const TOPIC_PREFIX = "topic:";

async function getWatchTarget(db: Db, ref: WatchOf["ref"]): Promise<Pick<WatchRow, "kind" | "itemId">> {
  if (ref.startsWith(TOPIC_PREFIX)) {
    const itemId = await findTopic(db, ref.slice(TOPIC_PREFIX.length));
    if (itemId === undefined) throw notFound("Topic not found");
    return { kind: "topic", itemId };
  }
  const { kind, id } = parseItemRef(ref);
  if ((await loadTitles(db, [{ kind, id }])).size === 0) throw itemNotFound(kind);
  return { kind, itemId: id };
}
