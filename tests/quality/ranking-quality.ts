/**
 * Measures the ranking of papers by stars on Cranfield. The answers to a question represent the papers that a person
 * wants: some of them are starred, and the others should be ranked among the first tenth.
 */
import {
  createNeighbourFinder,
  PaperSpaceBuilder,
  scorePapers,
} from "#server/features/papers/paper-vectors.ts";

import { readCollection } from "./search-quality.ts";

function spaceOf(docs: ReturnType<typeof readCollection>["docs"]) {
  const builder = new PaperSpaceBuilder();
  for (const { title, body } of docs) builder.add({ title, abstract: body });
  return builder.build();
}

/**
 * Returns the nDCG of similar papers in the first fifth of all: two answers to a question represent similar papers.
 * Measured for the first answer to each question.
 */
export function measureSimilarQuality(folder: string): { papers: number; ndcg: number } {
  const { docs, answers } = readCollection(folder);
  const space = spaceOf(docs);
  const indexes = new Map(docs.map(({ itemId }, index) => [itemId, index]));
  const findNeighbours = createNeighbourFinder(space);
  const depth = Math.round(docs.length / 5);
  const gainAt = (rank: number) => 1 / Math.log2(rank + 2);
  const found = [...answers.values()].flatMap((ids) => {
    const [first, ...others] = [...ids].flatMap((id) => indexes.get(id) ?? []);
    if (first === undefined || others.length === 0) return [];
    const similar = new Set(others);
    const gains = findNeighbours(first, depth).map(({ row }, rank) => (similar.has(row) ? gainAt(rank) : 0));
    const best = others.slice(0, depth).reduce((sum, _, rank) => sum + gainAt(rank), 0);
    return [gains.reduce((sum, gain) => sum + gain, 0) / best];
  });
  return { papers: found.length, ndcg: found.reduce((sum, one) => sum + one, 0) / (found.length || 1) };
}

export interface RankingQuality {
  /** Number of questions with more answers than stars. */
  people: number;
  /** Share of the other answers in the first tenth. */
  inFirstTenth: number;
}

export function measureRankingQuality(folder: string, stars: number): RankingQuality {
  const { docs, answers } = readCollection(folder);
  const space = spaceOf(docs);
  const indexes = new Map(docs.map(({ itemId }, index) => [itemId, index]));
  let people = 0;
  let sum = 0;
  for (const wanted of answers.values()) {
    const known = [...wanted].flatMap((id) => indexes.get(id) ?? []);
    if (known.length <= stars) continue;
    people += 1;
    const starred = new Map(known.slice(0, stars).map((index) => [index, 1]));
    const scores = scorePapers(space, starred);
    const ranked = docs
      .map((_, index) => index)
      .filter((index) => !starred.has(index))
      .toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
    const first = new Set(ranked.slice(0, Math.round(ranked.length / 10)));
    const others = known.slice(stars);
    sum += others.filter((index) => first.has(index)).length / others.length;
  }
  return { people, inFirstTenth: people === 0 ? 0 : sum / people };
}
