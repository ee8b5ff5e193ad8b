import type { User } from "#shared/accounts/users.ts";
import { readWebAddress } from "#shared/kernel/text-rules.ts";

/** Maximum length of a comment, in Unicode code points. */
export const MAX_COMMENT_LENGTH = 10_000;
/** Deeper replies are rendered at this level, with "in reply to". */
export const MAX_INDENTED_LEVEL = 8;

/** Returns the name shown for a comment's author. */
export function authorLabel(
  user: Pick<User, "displayName" | "firstName" | "lastName" | "email"> | null,
): string {
  const fullName = [user?.firstName, user?.lastName].flatMap((name) => name?.trim() || []).join(" ");
  return user?.displayName?.trim() || fullName || user?.email || "Anonymous";
}

/** Returns "1 comment" or "2 comments". */
export const formatCommentCount = (count: number): string =>
  count === 1 ? "1 comment" : `${count.toLocaleString("en-US")} comments`;

interface Threaded {
  id: string;
  parentId: string | null;
}

/** Comment with its level in the discussion. */
export interface ThreadEntry<Item extends Threaded> {
  comment: Item;
  /** Nesting level. 1 for a comment that is no reply. */
  level: number;
  drawnLevel: number;
  /** Parent comment, if the indentation no longer shows it. */
  inReplyTo: Item | null;
}

/**
 * Sorts a flat list into reading order: each comment is followed by its replies, and siblings preserve their order. A
 * comment without its parent in the list becomes top-level. Not recursive, since a thread may have any depth.
 */
export function buildThread<Item extends Threaded>(comments: readonly Item[]): ThreadEntry<Item>[] {
  const ids = new Set(comments.map(({ id }) => id));
  const replies = Map.groupBy(comments, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  );
  const thread: ThreadEntry<Item>[] = [];
  const stack = createEntries(replies.get(null), null);
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    thread.push(entry);
    for (const reply of createEntries(replies.get(entry.comment.id), entry)) stack.push(reply);
  }
  return thread;
}

/** Returns the replies to one comment, last first, because the stack is read from its end. */
function createEntries<Item extends Threaded>(
  comments: readonly Item[] = [],
  parent: ThreadEntry<Item> | null,
): ThreadEntry<Item>[] {
  const level = (parent?.level ?? 0) + 1;
  const isTooDeep = level > MAX_INDENTED_LEVEL;
  return comments
    .map((comment) => ({
      comment,
      level,
      drawnLevel: isTooDeep ? MAX_INDENTED_LEVEL : level,
      inReplyTo: isTooDeep ? (parent?.comment ?? null) : null,
    }))
    .toReversed();
}

/** Maximum length of a quotation, in characters. */
const MAX_QUOTATION = 1000;

/** Returns a text as a quotation, cut if it is long. */
export function asQuotation(text: string): string {
  const trimmed = text.trim();
  const cut = trimmed.length > MAX_QUOTATION ? `${trimmed.slice(0, MAX_QUOTATION).trimEnd()}…` : trimmed;
  return cut
    .split(/\s*\n\s*/u)
    .map((line) => `> ${line}`)
    .join("\n");
}

/** Part of a text: plain text, or a web address to show as a link. */
interface TextPart {
  kind: "text" | "link";
  text: string;
}

const WEB_ADDRESS = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"]+/giu;

/** Splits a text into plain text and web addresses. The joined parts equal the text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) parts.push({ kind: "text", text: text.slice(end, until) });
  };
  for (const { index, 0: found } of text.matchAll(WEB_ADDRESS)) {
    const address = withoutPunctuation(found);
    if (readWebAddress(address) === undefined) continue;
    addText(index);
    parts.push({ kind: "link", text: address });
    end = index + address.length;
  }
  addText(text.length);
  return parts;
}

const OPENING_BRACKETS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Removes punctuation that ends the sentence. A closing bracket belongs to the address if it was opened there. */
function withoutPunctuation(address: string): string {
  const balance = new Map<string, number>();
  for (const [closing, opening] of Object.entries(OPENING_BRACKETS)) {
    balance.set(closing, address.split(opening).length - address.split(closing).length);
  }
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const open = balance.get(last);
    if (open === undefined ? !/[.,;:!?*'’”]/u.test(last) : open >= 0) break;
    if (open !== undefined) balance.set(last, open + 1);
  }
  return address.slice(0, end);
}
