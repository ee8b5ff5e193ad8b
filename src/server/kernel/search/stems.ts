import { stemmer } from "stemmer";

import { isCommonWord } from "#shared/search/search.ts";
import { foldWord, isUnspaced, segmentKeywords } from "#shared/search/words.ts";

/** Cached stems. Most words occur in many texts, and stemming a word tries many patterns. */
const stemCache = new Map<string, string>();
const MAX_CACHED_STEMS = 50_000;

function stemOf(word: string): string {
  const stem = stemCache.get(word) ?? stemmer(word);
  if (stemCache.size >= MAX_CACHED_STEMS) stemCache.clear();
  stemCache.set(word, stem);
  return stem;
}

/**
 * Returns the words of a text with their English stems, in order and with repetitions. Ignores case and accents, and
 * skips common words.
 */
export function readStems(text: string): { word: string; stem: string }[] {
  const words = foldWord(text.replaceAll(SYMBOL, " ")).match(WORDS) ?? [];
  return (isUnspaced(text) ? words.flatMap(segmentKeywords) : words)
    .filter((word) => !isCommonWord(word))
    .map((word) => ({ word, stem: stemOf(word) }));
}

/** Symbols such as ™, which would become letters. */
const SYMBOL = /\p{So}/gu;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

export const stemsOf = (text: string): string[] => readStems(text).map(({ stem }) => stem);
