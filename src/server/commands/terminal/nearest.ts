/** Maximum number of typing errors in a suggestion. */
const MOST_SLIPS = 2;

/** Returns the closest word to a mistyped one, if it is similar enough. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const begun = typed.length > 1 ? words.find((word) => word.startsWith(typed)) : undefined;
  const [best] = words
    .map((word) => ({ word, slips: countSlips(typed, word) }))
    .filter(({ word, slips }) => slips <= Math.min(MOST_SLIPS, word.length - 2))
    .toSorted((one, other) => one.slips - other.slips);
  return best?.word ?? begun;
}

/** Counts the letters to insert, delete or change (Levenshtein distance). */
export function countSlips(from: string, to: string): number {
  const letters = to.split("");
  let row = Array.from({ length: to.length + 1 }, (_none, column) => column);
  for (const [line, letter] of from.split("").entries()) {
    const next = [line + 1];
    for (const [column, other] of letters.entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
