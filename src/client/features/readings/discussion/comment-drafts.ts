/** Where a text that was not sent yet belongs. */
export type DraftSlot = "new" | `reply ${string}` | `edit ${string}`;

export interface DraftLocation {
  /** Whoever signs in next in this browser must not find it. */
  userId: string;
  readingId: string;
}

const keyPrefix = ({ userId, readingId }: DraftLocation) => `comment-draft ${userId} ${readingId} `;

/** The text that is kept in this browser; empty where none is, or where storage is forbidden. */
export function readDraft(place: DraftLocation, slot: DraftSlot): string {
  try {
    return localStorage.getItem(keyPrefix(place) + slot) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a text until it is sent; an empty one is forgotten. False where storage is forbidden or full. */
export function storeDraft(place: DraftLocation, slot: DraftSlot, text: string): boolean {
  const key = keyPrefix(place) + slot;
  const isEmpty = text.trim() === "";
  try {
    if (isEmpty) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return isEmpty;
  }
}

/** Everything of a discussion that was not sent yet. */
export function draftSlots(place: DraftLocation): ReadonlySet<string> {
  const prefix = keyPrefix(place);
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return new Set(keys.map((key) => key.slice(prefix.length)));
  } catch {
    return new Set();
  }
}
