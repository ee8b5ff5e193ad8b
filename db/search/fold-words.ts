/**
 * Returns the words of a text as the word index compares them, without case, accents and punctuation. Null if it has
 * none.
 */
export function foldWords(text: string): string | null {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words?.join(" ") ?? null;
}

/** Removes texts that are equal after folding. Retains the last of each, in its position. */
export function uniqueFolded(texts: readonly string[]): string[] {
  const byWords = new Map<string, string>();
  for (const text of texts) {
    const words = foldWords(text) ?? text;
    byWords.delete(words);
    byWords.set(words, text);
  }
  return [...byWords.values()];
}
