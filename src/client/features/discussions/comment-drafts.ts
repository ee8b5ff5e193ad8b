import { refOf } from "#client/features/links/use-links.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";

/** Location of a draft within a discussion. */
export type DraftSlot = "new" | `reply ${string}` | `edit ${string}`;

export interface DraftLocation {
  /** Author of the draft, so that the next user of this browser doesn't see it. */
  userId: string;
  item: ItemKey;
}

/** Keys of drafts about readings have no kind, for compatibility with earlier versions. */
const keyPrefix = ({ userId, item }: DraftLocation) =>
  `comment-draft ${userId} ${item.kind === "reading" ? item.id : refOf(item)} `;

/** Returns a stored draft; empty if there is none or storage is blocked. */
export function readDraft(draftLocation: DraftLocation, slot: DraftSlot): string {
  try {
    return localStorage.getItem(keyPrefix(draftLocation) + slot) ?? "";
  } catch {
    return "";
  }
}

/** Stores a draft until it is submitted. An empty text deletes it. Returns false if storage is blocked or full. */
export function storeDraft(draftLocation: DraftLocation, slot: DraftSlot, text: string): boolean {
  const key = keyPrefix(draftLocation) + slot;
  const isEmpty = text.trim() === "";
  try {
    if (isEmpty) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return isEmpty;
  }
}

/** Returns the slots of all drafts in a discussion. */
export function draftSlots(draftLocation: DraftLocation): ReadonlySet<string> {
  const prefix = keyPrefix(draftLocation);
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return new Set(keys.map((key) => key.slice(prefix.length)));
  } catch {
    return new Set();
  }
}
