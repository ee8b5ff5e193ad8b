import type { User } from "#shared/accounts/users.ts";
import { readWebAddress } from "#shared/kernel/text-rules.ts";

/** The longest comment, in Unicode code points. */
export const MAX_COMMENT_LENGTH = 10_000;
/** Replies deeper than this are drawn on this level, with "in reply to". */
export const MAX_DRAWN_LEVEL = 8;

/** How a comment's author is called. */
export function authorLabel(
  user: Pick<User, "displayName" | "firstName" | "lastName" | "email"> | null,
): string {
  const fullName = [user?.firstName, user?.lastName].flatMap((name) => name?.trim() || []).join(" ");
  return user?.displayName?.trim() || fullName || user?.email || "Anonymous";
}

interface Threaded {
  id: string;
  parentId: string | null;
}

/** A comment at its place in the discussion. */
export interface ThreadEntry<Item extends Threaded> {
  comment: Item;
  /** 1 for a comment that is no reply. */
  level: number;
  drawnLevel: number;
  /** The comment above, where the indentation no longer shows it. */
  inReplyTo: Item | null;
}

/**
 * Puts a flat list in reading order: each comment is followed by its replies, siblings keep their order. A comment
 * whose parent is not in the list stands on the first level. Works without recursion: a thread may be of any depth.
 */
export function buildThread<Item extends Threaded>(comments: readonly Item[]): ThreadEntry<Item>[] {
  const known = new Set(comments.map(({ id }) => id));
  const replies = Map.groupBy(comments, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  );
  const thread: ThreadEntry<Item>[] = [];
  const waiting = toEntries(replies.get(null), null);
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    thread.push(entry);
    for (const reply of toEntries(replies.get(entry.comment.id), entry)) waiting.push(reply);
  }
  return thread;
}

/** The replies to one comment, last one first: the one on top of the pile is next. */
function toEntries<Item extends Threaded>(
  comments: readonly Item[] = [],
  parent: ThreadEntry<Item> | null,
): ThreadEntry<Item>[] {
  const level = (parent?.level ?? 0) + 1;
  const isTooDeep = level > MAX_DRAWN_LEVEL;
  return comments
    .map((comment) => ({
      comment,
      level,
      drawnLevel: isTooDeep ? MAX_DRAWN_LEVEL : level,
      inReplyTo: isTooDeep ? (parent?.comment ?? null) : null,
    }))
    .toReversed();
}

/** A piece of a comment: plain text, or a web address to be shown as a link. */
export interface TextPart {
  kind: "text" | "link";
  text: string;
}

const ADDRESS = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"]+/giu;

/** Parts a comment into text and web addresses; the parts joined are the comment again. Nothing else is interpreted. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) parts.push({ kind: "text", text: text.slice(end, until) });
  };
  for (const { index, 0: found } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found);
    if (readWebAddress(address) === undefined) continue;
    addText(index);
    parts.push({ kind: "link", text: address });
    end = index + address.length;
  }
  addText(text.length);
  return parts;
}

const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Takes off what ends the sentence and not the address; a bracket belongs to it if it was opened in it. */
function withoutPunctuation(address: string): string {
  const balance = new Map<string, number>();
  for (const [closing, opening] of Object.entries(OPENING)) {
    balance.set(closing, address.split(opening).length - address.split(closing).length);
  }
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const open = balance.get(last);
    if (open === undefined ? !/[.,;:!?'’”]/u.test(last) : open >= 0) break;
    if (open !== undefined) balance.set(last, open + 1);
  }
  return address.slice(0, end);
}
