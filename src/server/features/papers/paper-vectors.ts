import { readStems } from "#server/kernel/search/stems.ts";

interface PaperText {
  title: string;
  abstract: string;
}

/** Papers as TF-IDF vectors of unit length, in the rows of a sparse matrix. */
export interface PaperSpace {
  size: number;
  /** The entries of row `n` are those from `starts[n]` up to, but not including, `starts[n + 1]`. */
  starts: Uint32Array;
  terms: Uint32Array;
  weights: Float32Array;
  /** Sum of all rows. */
  total: Float64Array;
  /** Returns the spelling of a term in the first paper that contains it. */
  wordOf(term: number): string;
}

/** Title words count twice. */
const TITLE_COUNT = 2;

/** Builds the vectors of papers. */
export class PaperSpaceBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #docs: number[] = [];
  readonly #rows: { terms: Uint32Array; counts: Uint8Array }[] = [];

  add({ title, abstract }: PaperText): void {
    const counts = new Map<number, number>();
    this.#count(counts, title, TITLE_COUNT);
    this.#count(counts, abstract, 1);
    for (const term of counts.keys()) this.#docs[term] = (this.#docs[term] ?? 0) + 1;
    this.#rows.push({
      terms: Uint32Array.from(counts.keys()),
      counts: Uint8Array.from(counts.values(), (count) => Math.min(count, 255)),
    });
  }

  #count(counts: Map<number, number>, text: string, times: number): void {
    for (const { word, stem } of readStems(text)) {
      let term = this.#numbers.get(stem);
      if (term === undefined) {
        term = this.#words.push(word) - 1;
        this.#numbers.set(stem, term);
      }
      counts.set(term, (counts.get(term) ?? 0) + times);
    }
  }

  /** Weighs each term by `(1 + ln tf) * ln(1 + N / df)`. */
  build(): PaperSpace {
    const size = this.#rows.length;
    const starts = new Uint32Array(size + 1);
    for (const [row, { terms }] of this.#rows.entries()) starts[row + 1] = (starts[row] ?? 0) + terms.length;
    const terms = new Uint32Array(starts[size] ?? 0);
    const weights = new Float32Array(terms.length);
    const total = new Float64Array(this.#words.length);
    const idf = Float64Array.from(this.#docs, (docs) => Math.log(1 + size / docs));
    for (const [row, { terms: rowTerms, counts }] of this.#rows.entries()) {
      const tfidf = Float64Array.from(
        rowTerms,
        (term, at) => (1 + Math.log(counts[at] ?? 1)) * (idf[term] ?? 0),
      );
      const length = Math.sqrt(tfidf.reduce((sum, weight) => sum + weight * weight, 0)) || 1;
      const start = starts[row] ?? 0;
      for (const [at, term] of rowTerms.entries()) {
        const weight = (tfidf[at] ?? 0) / length;
        terms[start + at] = term;
        weights[start + at] = weight;
        total[term] = (total[term] ?? 0) + weight;
      }
    }
    const words = this.#words;
    return { size, starts, terms, weights, total, wordOf: (term) => words[term] ?? "" };
  }
}

export interface ScoredRow {
  row: number;
  score: number;
}

/**
 * Returns a function that finds the rows most similar to a row, best first. The score is the cosine of both vectors.
 */
export function createNeighbourFinder(space: PaperSpace): (row: number, limit: number) => ScoredRow[] {
  const { size, starts, terms, weights } = space;
  // The same entries, by term instead of by row.
  const termStarts = new Uint32Array(space.total.length + 1);
  for (const term of terms) termStarts[term + 1] = (termStarts[term + 1] ?? 0) + 1;
  for (let term = 0; term < space.total.length; term += 1)
    termStarts[term + 1] = (termStarts[term + 1] ?? 0) + (termStarts[term] ?? 0);
  const rows = new Uint32Array(terms.length);
  const rowWeights = new Float32Array(terms.length);
  const next = termStarts.slice();
  for (let row = 0; row < size; row += 1) {
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
      const term = terms[at] ?? 0;
      const position = next[term] ?? 0;
      next[term] = position + 1;
      rows[position] = row;
      rowWeights[position] = weights[at] ?? 0;
    }
  }
  const scores = new Float32Array(size);
  return (row, limit) => {
    scores.fill(0);
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
      const term = terms[at] ?? 0;
      const weight = weights[at] ?? 0;
      const end = termStarts[term + 1] ?? 0;
      for (let other = termStarts[term] ?? 0; other < end; other += 1) {
        const otherRow = rows[other] ?? 0;
        scores[otherRow] = (scores[otherRow] ?? 0) + weight * (rowWeights[other] ?? 0);
      }
    }
    scores[row] = 0;
    return bestRows(scores, limit);
  };
}

/** Returns the rows with the highest positive scores, best first. Of rows with equal scores, the first come first. */
export function bestRows(scores: Float32Array, limit: number): ScoredRow[] {
  const best: ScoredRow[] = [];
  let lowestScore = 0;
  for (let row = 0; row < scores.length; row += 1) {
    const score = scores[row] ?? 0;
    if (score <= lowestScore) continue;
    let low = 0;
    for (let high = best.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((best[middle]?.score ?? 0) >= score) low = middle + 1;
      else high = middle;
    }
    best.splice(low, 0, { row, score });
    if (best.length > limit) best.pop();
    if (best.length === limit) lowestScore = best.at(-1)?.score ?? 0;
  }
  return best;
}

/** Weights of some rows: positive for starred papers, negative for hidden ones. */
export type RowWeights = ReadonlyMap<number, number>;

/**
 * Scores all papers by `mean(starred) − mean(all others)`. Hidden papers have negative weights: each lowers the score
 * at most as much as a starred paper raises it.
 */
export function scorePapers(
  { size, starts, terms, weights, total }: PaperSpace,
  stars: RowWeights,
): Float32Array {
  const profile = total.map((sum) => -sum / size);
  const totalWeight = (sign: number) =>
    stars.values().reduce((sum, weight) => sum + Math.max(0, sign * weight), 0);
  const starred = totalWeight(1);
  const hidden = Math.max(starred, totalWeight(-1));
  for (const [row, weight] of stars) {
    const factor = weight / (weight > 0 ? starred : hidden);
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
      const term = terms[at] ?? 0;
      profile[term] = (profile[term] ?? 0) + factor * (weights[at] ?? 0);
    }
  }
  const scores = new Float32Array(size);
  for (let row = 0; row < size; row += 1) {
    let sum = 0;
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1)
      sum += (weights[at] ?? 0) * (profile[terms[at] ?? 0] ?? 0);
    // The mean of all papers contains the row itself, with a similarity of 1.
    scores[row] = sum + 1 / size;
  }
  return scores;
}

/** The most similar starred paper and the terms in both, most important first. */
export interface Reason {
  row: number;
  terms: number[];
}

/** Returns the reason for recommending each of these rows. Null if no starred row is similar. */
export function findReasons(
  space: PaperSpace,
  rows: readonly number[],
  starred: readonly number[],
  termCount: number,
): (Reason | null)[] {
  const { starts, terms, weights } = space;
  const rowWeights = new Float32Array(space.total.length);
  const setRow = (row: number, isSet: boolean) => {
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1)
      rowWeights[terms[at] ?? 0] = isSet ? (weights[at] ?? 0) : 0;
  };
  const weightAt = (at: number) => (weights[at] ?? 0) * (rowWeights[terms[at] ?? 0] ?? 0);
  const similarity = (row: number) => {
    let sum = 0;
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) sum += weightAt(at);
    return sum;
  };
  const sharedTerms = (row: number) => {
    const shared: { term: number; weight: number }[] = [];
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1)
      if (weightAt(at) > 0) shared.push({ term: terms[at] ?? 0, weight: weightAt(at) });
    return shared.toSorted((a, b) => b.weight - a.weight).slice(0, termCount);
  };
  return rows.map((row) => {
    setRow(row, true);
    let best = { row: -1, score: 0 };
    for (const other of starred) {
      const score = similarity(other);
      if (score > best.score) best = { row: other, score };
    }
    const shared = best.row === -1 ? [] : sharedTerms(best.row);
    setRow(row, false);
    return best.row === -1 ? null : { row: best.row, terms: shared.map(({ term }) => term) };
  });
}
