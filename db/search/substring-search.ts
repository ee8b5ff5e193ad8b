/** Minimum length of a text that contains a trigram. */
export const TRIGRAM_LENGTH = 3;

/** True if every part is long enough for the index. */
export const areAllIndexed = (parts: readonly string[]): boolean =>
  parts.every((part) => Array.from(part).length >= TRIGRAM_LENGTH);
