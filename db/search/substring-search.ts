/** From this length on a text has a trigram of its own. */
export const TRIGRAM_LENGTH = 3;

/** Whether every part is long enough for the index. */
export const areAllIndexed = (parts: readonly string[]): boolean =>
  parts.every((part) => Array.from(part).length >= TRIGRAM_LENGTH);
