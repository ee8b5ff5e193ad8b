import { createHash } from "node:crypto";

import type { SearchDoc } from "./ranked-search.ts";

/** Returns all filter words of a doc. */
export function facetsOf({ kind, tags, addedBy, title, verdict }: SearchDoc): string[] {
  const wholeTitle = titleFacet(title);
  const all = [
    kindFacet(kind),
    ...tags.map(tagFacet),
    ...(addedBy === null ? [] : [personFacet(addedBy)]),
    ...(verdict === null ? [] : [verdictFacet(verdict)]),
    ...(wholeTitle === null ? [] : [wholeTitle]),
  ];
  return [...new Set(all)];
}

export const kindFacet = (kind: string): string => `kind0${kind}`;

/** Encoded so that it ends in a digit, which the stemmer doesn't change. */
export const verdictFacet = (verdict: string): string => `verdict0${verdict}0`;

export const personFacet = (userId: string): string => `by0${digest(userId)}`;

/** Encodes any tag as one word. */
export const tagFacet = (tag: string): string =>
  `tag0${digest(tag.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim())}`;

/** Encodes a whole title, ignoring case, accents and punctuation. Null for a title without letters and digits. */
export function titleFacet(title: string): string | null {
  const words = foldWords(title);
  return words === null ? null : `title0${digest(words)}`;
}

/** Encoded so that it ends in a digit, which the stemmer doesn't change. */
const digest = (text: string): string => `${createHash("sha256").update(text).digest("hex").slice(0, 20)}0`;

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

/** Removes texts that are equal after folding. Of equal texts, the last remains, at its position. */
export function uniqueFolded(texts: readonly string[]): string[] {
  const byWords = new Map<string, string>();
  for (const text of texts) {
    const words = foldWords(text) ?? text;
    byWords.delete(words);
    byWords.set(words, text);
  }
  return [...byWords.values()];
}
