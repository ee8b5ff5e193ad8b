/** The words of a text as an index of words compares them, without case, accents and punctuation; null where it has none. */
export function foldWords(text: string): string | null {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words?.join(" ") ?? null;
}

/** Without those that read the same once folded; the last of them stays, in its place. */
export function uniqueFolded(texts: readonly string[]): string[] {
  const byWords = new Map<string, string>();
  for (const text of texts) {
    const words = foldWords(text) ?? text;
    byWords.delete(words);
    byWords.set(words, text);
  }
  return [...byWords.values()];
}
