/** Measures one-sentence summaries by ROUGE on SciTLDR: abstracts with one-sentence summaries by people. */
import { readFileSync } from "node:fs";

import { stemmer } from "stemmer";
import { z } from "zod";

import { contributionSentence } from "#shared/papers/abstract-sentences.ts";

export interface SummaryQuality {
  abstracts: number;
  /** Mean F1 of words, pairs of words, and longest common subsequences, with the closest of a paper's summaries. */
  rouge1: number;
  rouge2: number;
  rougeL: number;
}

const paperSchema = z.object({ source: z.array(z.string()), target: z.array(z.string()) });

/** Measures the summaries of a file with `source` (sentences) and `target` (summaries) in each line. */
export function measureSummaryQuality(file: string, summarize = contributionSentence): SummaryQuality {
  const papers = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => paperSchema.parse(JSON.parse(line)));
  const sums = [0, 0, 0];
  for (const { source, target } of papers) {
    const found = wordsOf(summarize(source.join(" ")));
    const scores = target
      .map(wordsOf)
      .map((wanted) => [
        f1(shared(found, wanted), found.length, wanted.length),
        f1(shared(pairsOf(found), pairsOf(wanted)), found.length - 1, wanted.length - 1),
        f1(longestCommon(found, wanted), found.length, wanted.length),
      ]);
    for (const at of sums.keys()) sums[at] = (sums[at] ?? 0) + Math.max(...scores.map((one) => one[at] ?? 0));
  }
  const [rouge1 = 0, rouge2 = 0, rougeL = 0] = sums.map((sum) => sum / papers.length);
  return { abstracts: papers.length, rouge1, rouge2, rougeL };
}

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z\d]+/gu) ?? []).map((word) => (word.length > 3 ? stemmer(word) : word));

const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, index) => `${words[index] ?? ""} ${word}`);

const f1 = (common: number, found: number, wanted: number): number =>
  common === 0 ? 0 : (2 * common) / (found + wanted);

/** Counts the words that both texts contain. A repeated word counts as often as it occurs in both. */
function shared(found: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  return found.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}

function longestCommon(found: readonly string[], wanted: readonly string[]): number {
  let row = wanted.concat("").map(() => 0);
  for (const word of found) {
    const next = [0];
    for (const [at, other] of wanted.entries())
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}
