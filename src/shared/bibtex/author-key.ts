import { foldName } from "#shared/kernel/text-rules.ts";

/** Words between names or in place of some, which are not names. */
const JOINING = new Set(["and", "et", "al", "others"]);

/**
 * Normalizes an author for comparison. Order of names, "Last, First" order, punctuation and the encoding of accents
 * make no difference.
 */
export function authorKey(author: string): string {
  const words = foldName(author).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const names = words.filter((word) => !JOINING.has(word));
  return names.length > 0 ? names.toSorted().join(" ") : foldName(author);
}
