import { foldName } from "#shared/kernel/text-rules.ts";

/** Words that join names or stand for some, and are none. */
const JOINING = new Set(["and", "et", "al", "others"]);

/**
 * The form in which authors are compared. The order of names, the order within a name ("Last, First"), punctuation and
 * the way in which accents are encoded make no other author.
 */
export function authorKey(author: string): string {
  const words = foldName(author).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const names = words.filter((word) => !JOINING.has(word));
  return names.length > 0 ? names.toSorted().join(" ") : foldName(author);
}
