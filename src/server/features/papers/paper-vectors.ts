import { readStems } from "#server/kernel/search/stems.ts";

interface PaperText {
  title: string;
  abstract: string;
}

/** Vector of unit length: weights of a text's terms by their numbers, in increasing order. */
export interface TermVector {
  terms: Uint32Array;
  weights: Float32Array;
}

/** Weighs terms by TF-IDF in a set of papers, and compares the papers by them. */
export interface PaperSpace {
  vectors: readonly TermVector[];
  /** Returns a term as most papers write it. */
  wordOf(term: number): string;
}

/** Title words count twice. */
const TITLE_COUNT = 2;

/** Builds the vectors of papers: stems, weighted by `1 + ln tf` and `ln(1 + N / df)`. */
export function createPaperSpace(papers: readonly PaperText[]): PaperSpace {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  const docs: number[] = [];
  const counted = papers.map(({ title, abstract }) => {
    const counts = new Map<number, number>();
    const count = (text: string, times: number) => {
      for (const { word, stem } of readStems(text)) {
        let term = numbers.get(stem);
        if (term === undefined) {
          term = words.push(word) - 1;
          numbers.set(stem, term);
        }
        counts.set(term, (counts.get(term) ?? 0) + times);
      }
    };
    count(title, TITLE_COUNT);
    count(abstract, 1);
    for (const term of counts.keys()) docs[term] = (docs[term] ?? 0) + 1;
    return counts;
  });
  const idf = docs.map((count) => Math.log(1 + papers.length / count));
  return { vectors: counted.map((counts) => toVector(counts, idf)), wordOf: (term) => words[term] ?? "" };
}

function toVector(counts: ReadonlyMap<number, number>, idf: readonly number[]): TermVector {
  const terms = Uint32Array.from(counts.keys()).toSorted();
  const weights = Float32Array.from(
    terms,
    (term) => (1 + Math.log(counts.get(term) ?? 1)) * (idf[term] ?? 0),
  );
  const length = Math.hypot(...weights);
  return { terms, weights: length === 0 ? weights : weights.map((weight) => weight / length) };
}

/** Stars of one or several people: papers by position with their weights, negative for hidden papers. */
export type Stars = ReadonlyMap<number, number>;

/**
 * Scores all papers by their similarity to starred ones: `mean(starred) − mean(all)`. Hidden papers, with negative
 * weights, count against.
 */
export function scorePapers({ vectors }: PaperSpace, stars: Stars): Float32Array {
  const profile = new Map<number, number>();
  const add = ({ terms, weights }: TermVector, factor: number) => {
    for (const [at, term] of terms.entries())
      profile.set(term, (profile.get(term) ?? 0) + factor * (weights[at] ?? 0));
  };
  const total = (sign: number) => stars.values().reduce((sum, weight) => sum + Math.max(0, sign * weight), 0);
  const [starred, hidden] = [total(1), total(-1)];
  for (const [paper, weight] of stars) {
    const vector = vectors[paper];
    if (vector) add(vector, weight / (weight > 0 ? starred : hidden));
  }
  for (const vector of vectors) add(vector, -1 / vectors.length);
  return Float32Array.from(vectors, ({ terms, weights }) => {
    let sum = 0;
    for (let at = 0; at < terms.length; at += 1)
      sum += (weights[at] ?? 0) * (profile.get(terms[at] ?? 0) ?? 0);
    return sum;
  });
}
