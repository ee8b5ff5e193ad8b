import { foldName } from "#shared/kernel/text-rules.ts";

import type { Prompt } from "./prompts.ts";

/** Minimum share of word pairs that nearly equal texts have in common. */
const MIN_SHARED_PAIRS = 0.8;

type Comparable = Pick<Prompt, "id" | "name" | "prompt">;

export interface NearDuplicate<Known extends Comparable> {
  prompt: Known;
  isSameName: boolean;
  /** Similarity from 0 to 1. 1 means the same words in the same order; 0, that only the names are equal. */
  similarity: number;
}

/**
 * Returns a function that finds prompts with the same name as a draft or nearly the same text, closest first. Reuse it
 * while the user types, because creating it reads the library.
 */
export function createNearDuplicateFinder<Known extends Comparable>(
  prompts: readonly Known[],
): (draft: { name: string; prompt: string }) => NearDuplicate<Known>[] {
  let indexed: { prompt: Known; name: string; pairs: Int32Array }[] | undefined;
  return (draft) => {
    indexed ??= prompts.map((prompt) => ({
      prompt,
      name: foldName(prompt.name),
      pairs: hashWordPairs(prompt.prompt),
    }));
    const name = foldName(draft.name);
    const pairs = hashWordPairs(draft.prompt);
    return indexed
      .map((other) => ({
        prompt: other.prompt,
        isSameName: name !== "" && name === other.name,
        similarity: measureSimilarity(pairs, other.pairs),
      }))
      .filter(({ isSameName, similarity }) => isSameName || similarity > 0)
      .toSorted((a, b) => b.similarity - a.similarity);
  };
}

/** Returns the pairs of adjacent words as sorted unique numbers, compact enough to cache for thousands of prompts. */
// Without regular expressions, which take four times as long for a library of ten million characters.
function hashWordPairs(text: string): Int32Array {
  const folded = text.normalize("NFKC").toLowerCase();
  const pairs = new Int32Array(folded.length);
  let count = 0;
  let before = 0;
  let word = NO_WORD;
  for (let index = 0; index <= folded.length; index += 1) {
    const code = folded.charCodeAt(index);
    const isUnspaced = isUnspacedLetter(code);
    const isInWord = !isUnspaced && isLetter(code);
    if (!isInWord && word !== NO_WORD) {
      pairs[count++] = hashPair(before, word);
      before = word;
      word = NO_WORD;
    }
    if (isInWord) {
      word = hashStep(word, code);
    } else if (isUnspaced) {
      const single = hashStep(NO_WORD, code);
      pairs[count++] = hashPair(before, single);
      before = single;
    }
  }
  return withoutDuplicates(pairs.subarray(0, count).toSorted());
}

// FNV-1a.
const NO_WORD = 0x811c9dc5;
const hashStep = (value: number, code: number) => Math.imul(value ^ code, 0x01000193);
const hashPair = (before: number, word: number) => Math.imul(before, 31) + word;

/** True for letters, digits and anything else except spaces and punctuation. */
const isLetter = (code: number): boolean =>
  code < 0x80
    ? (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
    : code >= 0xc0 && (code < 0x2000 || code >= 0x2c00);

/** True for characters of Chinese, Japanese and Thai, which are written without spaces. */
const isUnspacedLetter = (code: number): boolean =>
  (code >= 0x2e80 && code < 0xac00) || (code >= 0x0e00 && code < 0x0e80);

const withoutDuplicates = (sorted: Int32Array): Int32Array =>
  sorted.filter((value, index) => index === 0 || value !== sorted[index - 1]);

/** Returns the share of common pairs (Jaccard). Returns 0 if it is too small to matter. */
function measureSimilarity(a: Int32Array, b: Int32Array): number {
  const minCommon = Math.ceil(((a.length + b.length) * MIN_SHARED_PAIRS) / (1 + MIN_SHARED_PAIRS));
  const common = minCommon === 0 || minCommon > b.length ? 0 : countCommon(a, b, a.length - minCommon);
  return common / (a.length + b.length - common || 1);
}

/**
 * Counts the numbers that two sorted lists share. Returns 0 as soon as more than `allowedMisses` of the first list are
 * missing.
 */
function countCommon(a: Int32Array, b: Int32Array, allowedMisses: number): number {
  let misses = 0;
  let inB = 0;
  for (let inA = 0; inA < a.length && misses <= allowedMisses; inA += 1) {
    const value = a[inA] ?? 0;
    while (inB < b.length && (b[inB] ?? 0) < value) inB += 1;
    if (b[inB] !== value) misses += 1;
  }
  return misses > allowedMisses ? 0 : a.length - misses;
}
