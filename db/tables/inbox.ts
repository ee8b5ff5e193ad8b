/** Mentions of people in comments, and the inbox. */
import type { InboxReason, WatchKind, WatchLevel } from "#shared/inbox/inbox-words.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

/** Mention of a person. Remains when its comment is deleted, for restoring it. */
export interface CommentMentionTable {
  commentId: string;
  /** Position of the `@` in the comment's text, in UTF-16 units. */
  start: number;
  length: number;
  userId: string;
}

/** Item or topic that a person watches or mutes. */
export interface WatchTable {
  userId: string;
  kind: WatchKind;
  /** Id of the item; for a topic, its name in lower case. */
  itemId: string;
  level: WatchLevel;
}

/** Event that concerns a person. */
export interface InboxEntryTable {
  userId: string;
  eventSeq: number;
  reason: InboxReason;
  /** Item of the event. */
  kind: ItemKind;
  itemId: string;
  /** Comment of the event. */
  commentId: string | null;
  /** Time when the person marked it as done; null for an open entry. */
  doneAt: string | null;
}

/** Events with more recipients than their transaction wrote entries for. */
export interface InboxQueueTable {
  eventSeq: number;
}
