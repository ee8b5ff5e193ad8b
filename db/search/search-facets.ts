/** Filters as words of a column of their own, which are found as fast as those of the texts. */
import { createHash } from "node:crypto";

import { foldWords } from "./fold-words.ts";
import type { SearchDoc } from "./ranked-search.ts";

/** All that a doc can be asked for by. */
export function facetsOf({ kind, tags, addedBy, title, verdict }: SearchDoc): string[] {
  const titled = titleFacet(title);
  const all = [
    kindFacet(kind),
    ...tags.map(tagFacet),
    ...(addedBy === null ? [] : [personFacet(addedBy)]),
    ...(verdict === null ? [] : [verdictFacet(verdict)]),
    ...(titled === null ? [] : [titled]),
  ];
  return [...new Set(all)];
}

export const kindFacet = (kind: string): string => `kind0${kind}`;

/** Ends in a digit, where the stemmer takes nothing off. */
export const verdictFacet = (verdict: string): string => `verdict0${verdict}0`;

export const personFacet = (userId: string): string => `by0${digest(userId)}`;

/** One word, whatever the tag consists of. */
export const tagFacet = (tag: string): string =>
  `tag0${digest(tag.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim())}`;

/** A whole title, whatever its case, accents and punctuation; null for one without letters and digits. */
export function titleFacet(title: string): string | null {
  const words = foldWords(title);
  return words === null ? null : `title0${digest(words)}`;
}

/** Ends in a digit, where the stemmer takes nothing off. */
const digest = (text: string): string => `${createHash("sha256").update(text).digest("hex").slice(0, 20)}0`;
