import { randomUUID } from "node:crypto";

import type { CommentRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import { forbidden, invalid, itemNotFound, notFound } from "#server/errors.ts";
import {
  findAudience,
  findMentionedIn,
  takeEntriesAbout,
  withdrawMentions,
} from "#server/features/inbox/recipients.service.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import { saveDeletion, saveDeletedRows } from "#server/kernel/items/trash.service.ts";
import { type NewEvent, recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { isDiscussed } from "#server/kernel/slice.ts";
import { loadTitles } from "#server/kernel/texts/texts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type {
  Comment,
  CommentEdit,
  CommentListRequest,
  DiscussionOverview,
  DiscussionRequest,
  DiscussionSubject,
  MentionablePeople,
  NewComment,
  PeopleRequest,
  PersonMention,
} from "#shared/comments/comments.ts";
import type { CommentChange } from "#shared/kernel/events.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import { formatItemRef, type ItemRef, parseItemRef } from "#shared/kernel/items.ts";
import type { Page } from "#shared/kernel/paging.ts";
import { isSameValue } from "#shared/kernel/text-rules.ts";

import {
  deleteComment,
  findComment,
  findOverview,
  hasReplies,
  insertComment,
  listCommentRows,
  listLatestComments,
  listMentionRows,
  takeMentions,
  updateComment,
  upsertSeenAt,
  withReadingId,
} from "./comments.queries.ts";
import {
  countMentions,
  findMentionable,
  findMentions,
  storeMentions,
  withMentions,
} from "./mentions.service.ts";

/** Discussed item with its current title. */
export interface DiscussedItem extends ItemKey {
  title: string;
}

/** Returns the discussed item with its title, or undefined if it doesn't exist. */
export async function findDiscussedItem(db: Db, { kind, id }: ItemKey): Promise<DiscussedItem | undefined> {
  const item = { kind, id };
  const titled = isDiscussed(kind) ? (await loadTitles(db, [item])).get(formatItemRef(item)) : undefined;
  return titled && { ...item, title: titled.title };
}

async function getDiscussedItem(db: Db, item: ItemKey): Promise<DiscussedItem> {
  const subject = await findDiscussedItem(db, item);
  if (!subject) throw itemNotFound(item.kind);
  return subject;
}

/** Returns the item in a request. Throws 400 for no item or two different ones. */
function itemOfRequest({ ref, readingId }: DiscussionSubject): ItemKey {
  const item = ref === undefined ? { kind: "reading" as const, id: readingId } : parseItemRef(ref);
  if (item.id === undefined) throw invalid("Send the item, such as tool:ID, as ref", "ref");
  if (readingId !== undefined && (item.kind !== "reading" || item.id !== readingId))
    throw invalid("Send either ref or readingId, not both", "ref");
  return { kind: item.kind, id: item.id };
}

/** Lists the comments on an item as a flat list, oldest first. */
export async function listComments(
  app: App,
  { ref, readingId, ...page }: CommentListRequest,
): Promise<Page<Comment>> {
  const item = await getDiscussedItem(app.db, itemOfRequest({ ref, readingId }));
  const { items, nextCursor } = await readPage(
    page,
    (slice) => listCommentRows(app.db, item, slice),
    ({ position, id }) => [String(position), id],
  );
  return { items: await withMentions(app.db, items), nextCursor };
}

/** Returns an item's title and its latest comments, latest first. Omits deleted comments. */
export async function latestComments(
  { db }: App,
  ref: ItemRef,
  limit: number,
): Promise<{ title: string; comments: Omit<Comment, "mentions">[] }> {
  const item = await getDiscussedItem(db, parseItemRef(ref));
  return { title: item.title, comments: await listLatestComments(db, item, limit) };
}

/** Suggests people to mention in a comment on an item. */
export const mentionablePeople = async (
  app: App,
  user: User,
  { ref, query }: PeopleRequest,
): Promise<MentionablePeople> =>
  findMentionable(app, user, { item: await getDiscussedItem(app.db, parseItemRef(ref)), query });

/** Returns the numbers of all and new comments on an item, and when this user last saw them. */
export async function discussionOverview(
  app: App,
  user: User,
  { ref }: DiscussionRequest,
): Promise<DiscussionOverview> {
  return findOverview(app.db, user.id, await getDiscussedItem(app.db, parseItemRef(ref)));
}

/** Flags a discussion as seen by this user: comments up to now are no longer new to them. */
export async function setDiscussionSeen(app: App, user: User, subject: DiscussionSubject): Promise<void> {
  const item = await getDiscussedItem(app.db, itemOfRequest(subject));
  await upsertSeenAt(app.db, user.id, item, app.now().toISOString());
}

/**
 * Adds a comment, or with `parentId` a reply. The parent must be an existing comment on the same item. Throws 429 if
 * the user mentions too many people in a short time.
 */
export async function addComment(
  app: App,
  user: User,
  { ref, readingId, parentId, content }: NewComment,
): Promise<Comment> {
  const item = itemOfRequest({ ref, readingId });
  const mentions = await findMentions(app, content);
  const mentioned = new Set(mentions.map(({ userId }) => userId));
  await countMentions(app, user, mentioned);
  const audience = await findAudience(app.db, item);
  return app.db.transaction().execute(async (db) => {
    const subject = await getDiscussedItem(db, item);
    const parent = parentId === null ? null : await findComment(db, parentId);
    if (parent === undefined || (parent && (parent.kind !== item.kind || parent.itemId !== item.id))) {
      throw invalid("The comment you're replying to isn't in this discussion", "parentId");
    }
    if (parent?.deletedAt) throw invalid("The comment you're replying to was deleted", "parentId");
    const id = randomUUID();
    const now = app.now().toISOString();
    const comment = {
      id,
      kind: item.kind,
      itemId: item.id,
      parentId,
      content,
      userId: user.id,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    await insertComment(db, comment);
    await storeMentions(db, id, mentions);
    await recordComment(app, db, user, {
      subject,
      detail: { comment: id, change: "added", parentId },
      addressed: addressedPeople(mentioned, parent),
      audience,
    });
    return withAuthor(comment, user, mentions);
  });
}

/** Adds the author to a comment without another query, which would make concurrent transactions conflict and retry. */
const withAuthor = (
  comment: Omit<Comment, "user" | "readingId" | "mentions">,
  { id, username, displayName, firstName, lastName, email }: User,
  mentions: PersonMention[],
): Comment => ({
  ...withReadingId(comment),
  user: { id, username, displayName, firstName, lastName, email },
  mentions,
});

const withoutIds = (ids: Iterable<string>, others: ReadonlySet<string>): string[] =>
  [...ids].filter((id) => !others.has(id));

/** Returns the people a comment addresses: the mentioned people and the author of the parent comment. */
const addressedPeople = (mentioned: Iterable<string>, parent: Pick<CommentRow, "userId"> | null) => [
  ...[...mentioned].map((userId) => ({ userId, reason: "mentioned" as const })),
  ...(parent ? [{ userId: parent.userId, reason: "replied" as const }] : []),
];

/** Records an event about a comment, for the comment's item. */
export const recordComment = (
  app: App,
  db: Db,
  user: User,
  {
    subject: { kind, id, title },
    ...event
  }: {
    subject: DiscussedItem;
    detail: { comment: string; change: CommentChange; parentId?: string | null; deletion?: string };
    addressed?: NewEvent["addressed"];
    audience?: NewEvent["audience"];
  },
): Promise<void> =>
  recordEvents(app, db, [{ actorId: user.id, verb: "commented", kind, itemId: id, title, ...event }]);

/**
 * Changes the text of the user's own comment. Notifies newly mentioned people, and removes open inbox entries of people
 * no longer mentioned. Throws 429 if the user mentions too many people in a short time.
 */
export async function editComment(app: App, user: User, { id, content }: CommentEdit): Promise<Comment> {
  const mentions = await findMentions(app, content);
  const mentioned = new Set(mentions.map(({ userId }) => userId));
  if (mentioned.size > 0) {
    const before = new Set((await listMentionRows(app.db, [id])).map(({ userId }) => userId));
    await countMentions(app, user, withoutIds(mentioned, before));
  }
  return app.db.transaction().execute(async (db) => {
    const { position: _, ...comment } = await getOwnComment(db, user, id);
    if (isSameValue(content, comment.content)) {
      const [unchanged] = await withMentions(db, [comment]);
      return withAuthor(comment, user, unchanged?.mentions ?? []);
    }
    const changes = { content, updatedAt: app.now().toISOString() };
    await updateComment(db, id, changes);
    const before = await takeMentions(db, id);
    await storeMentions(db, id, mentions);
    const parent = comment.parentId === null ? null : ((await findComment(db, comment.parentId)) ?? null);
    await withdrawMentions(db, {
      comment,
      userIds: withoutIds(before, mentioned),
      addressed: addressedPeople([], parent),
    });
    const subject = await getDiscussedItem(db, { kind: comment.kind, id: comment.itemId });
    const added = withoutIds(mentioned, before);
    const notified = added.length === 0 ? new Set<string>() : await findMentionedIn(db, comment);
    await recordComment(app, db, user, {
      subject,
      detail: { comment: id, change: "edited" },
      addressed: addressedPeople(withoutIds(added, notified), null),
    });
    return withAuthor({ ...comment, ...changes }, user, mentions);
  });
}

/**
 * Deletes the user's own comment. Returns the id for restoring it. A comment with replies remains as a tombstone until
 * the replies are deleted.
 */
export function removeComment(app: App, user: User, { id }: { id: string }): Promise<{ deletionId: string }> {
  return app.db.transaction().execute(async (db) => {
    const comment = await getOwnComment(db, user, id);
    const subject = await getDiscussedItem(db, { kind: comment.kind, id: comment.itemId });
    const deletionId = await saveDeletion(app, db, user, {
      kind: "comment",
      itemId: id,
      containerKind: subject.kind,
      containerId: subject.id,
      title: subject.title,
      image: null,
    });
    const tombstones: CommentRow[] = [];
    if (await hasReplies(db, id)) {
      const now = app.now().toISOString();
      await updateComment(db, id, { content: "", updatedAt: now, deletedAt: now });
    } else {
      await deleteComment(db, id);
      tombstones.push(...(await takeChildlessTombstones(db, comment.parentId)));
    }
    // Rows are restored in this order: parents before their replies.
    const rows = [...tombstones.toReversed(), comment].map((row) => ({ ...row }));
    await saveDeletedRows(db, deletionId, { table: "comments", position: 0, rows });
    const entries = (await takeEntriesAbout(db, comment)).map((entry) => ({ ...entry }));
    await saveDeletedRows(db, deletionId, { table: "inbox_entries", position: rows.length, rows: entries });
    const detail = { comment: id, change: "deleted", deletion: deletionId } as const;
    await recordComment(app, db, user, { subject, detail });
    return { deletionId };
  });
}

/** Returns the user's own comment. Throws 403 for another person's comment, even for administrators. */
async function getOwnComment(db: Db, user: User, id: string) {
  const comment = await findComment(db, id);
  if (!comment || comment.deletedAt !== null) throw notFound("Comment not found");
  if (comment.userId !== user.id) throw forbidden();
  return comment;
}

/** Deletes the tombstones above a deleted reply that have no other replies. Returns them, closest parent first. */
async function takeChildlessTombstones(db: Db, startId: string | null): Promise<CommentRow[]> {
  const taken: CommentRow[] = [];
  const yieldIfDue = createYielder();
  for (let id = startId; id !== null;) {
    await yieldIfDue();
    const comment = await findComment(db, id);
    if (!comment?.deletedAt || (await hasReplies(db, id))) break;
    await deleteComment(db, id);
    taken.push(comment);
    id = comment.parentId;
  }
  return taken;
}
