import { MATCH_END, MATCH_START, type Passage, type PreparedQuery } from "../../search/ranked-search.ts";
import { phrase, type PhraseWord, readPhrase } from "./text-query.ts";
import { type TextWord, wordsOf } from "./words.ts";

/** Maximum length of a shown passage, in words. */
const WORDS_OF_PASSAGE = 32;
/** Maximum number of words scanned in a text. */
const MOST_WORDS = 20_000;
const LETTERS_OF_BEGINNING = 200;

/** Match of a phrase: the indexes of its first and last word, and the index of the phrase. */
interface Hit {
  first: number;
  last: number;
  wanted: number;
}

/** Highlights matches in titles and in the best passages of bodies. Runs in time proportional to the texts. */
export function highlightPassages(
  { query, all, some }: PreparedQuery,
  passages: readonly Passage[],
): Passage[] {
  const matches = [...all, ...some.map(({ match }) => match), ...query.phrases.map(phrase)];
  const wanted = [...new Set(matches)].map(readPhrase).filter((words) => words.length > 0);
  return passages.map(({ title, body }) => {
    const ofTitle = new MarkedText(title, wanted);
    const ofBody = new MarkedText(body, wanted);
    const isFound = ofTitle.hits.length + ofBody.hits.length > 0;
    return { title: ofTitle.whole(), body: isFound ? ofBody.bestPassage() : beginningOf(body) };
  });
}

function beginningOf(body: string): string {
  const start = body.slice(0, LETTERS_OF_BEGINNING);
  return start.length < body.length ? `${start.replace(/\S*$/u, "").trimEnd()}…` : body;
}

/** Text with its words and matches. */
class MarkedText {
  readonly hits: readonly Hit[];
  readonly #text: string;
  readonly #words: readonly TextWord[];

  constructor(text: string, wanted: readonly (readonly PhraseWord[])[]) {
    this.#text = text;
    this.#words = Array.from(wordsOf(text).take(MOST_WORDS));
    this.hits = findHits(this.#words, wanted);
  }

  whole(): string {
    return this.#mark(0, this.#text.length, this.hits);
  }

  /** Returns the passage with the most matches, or the beginning if there are none. */
  bestPassage(): string {
    const words = this.#words;
    const from = findBestWindow(this.hits, words.length);
    const to = from + WORDS_OF_PASSAGE;
    const hits = this.hits.filter(({ first, last }) => first >= from && last < to);
    const start = from === 0 ? 0 : (words[from]?.start ?? 0);
    const end = to < words.length ? (words[to - 1]?.end ?? 0) : this.#endOfLast();
    const marked = this.#mark(start, end, hits);
    return `${start > 0 ? "…" : ""}${marked}${end < this.#text.length ? "…" : ""}`;
  }

  /** Returns the end of the last scanned word. The rest of a longer text is cut. */
  #endOfLast(): number {
    const { length } = this.#words;
    return length < MOST_WORDS ? this.#text.length : (this.#words[length - 1]?.end ?? 0);
  }

  #mark(start: number, end: number, hits: readonly Hit[]): string {
    let marked = "";
    let done = start;
    for (const { first, last } of joined(hits)) {
      const from = this.#words[first]?.start ?? done;
      const to = this.#words[last]?.end ?? from;
      if (from < done) continue;
      marked += this.#text.slice(done, from) + MATCH_START + this.#text.slice(from, to) + MATCH_END;
      done = to;
    }
    return marked + this.#text.slice(done, end);
  }
}

function findHits(words: readonly TextWord[], wanted: readonly (readonly PhraseWord[])[]): Hit[] {
  const firstStems = new Map<string, number[]>();
  const beginnings: number[] = [];
  for (const [number, [first]] of wanted.entries()) {
    if (first === undefined) continue;
    if (first.isBeginning) beginnings.push(number);
    else firstStems.set(first.stem, [...(firstStems.get(first.stem) ?? []), number]);
  }
  return words.flatMap(({ stem }, at) =>
    [...(firstStems.get(stem) ?? []), ...beginnings].flatMap((number) => {
      const phraseWords = wanted[number] ?? [];
      const isHit = phraseWords.every((word, offset) => isWord(word, words[at + offset]));
      return isHit ? [{ first: at, last: at + phraseWords.length - 1, wanted: number }] : [];
    }),
  );
}

const isWord = ({ stem, isBeginning }: PhraseWord, word: TextWord | undefined): boolean =>
  word !== undefined && (isBeginning ? word.stem.startsWith(stem) : word.stem === stem);

/** Merges overlapping hits. */
function joined(hits: readonly Hit[]): Pick<Hit, "first" | "last">[] {
  const all: { first: number; last: number }[] = [];
  for (const { first, last } of hits) {
    const before = all.at(-1);
    if (before && first <= before.last) before.last = Math.max(before.last, last);
    else all.push({ first, last });
  }
  return all;
}

/** The first match of a phrase outweighs any number of repeated matches. */
const WEIGHT_OF_FIRST = 1000;

/** Returns the index of the first word of the best passage. */
function findBestWindow(hits: readonly Hit[], words: number): number {
  let best = { weight: 0, from: 0, to: 0 };
  const counts = new Map<number, number>();
  let kinds = 0;
  let from = 0;
  for (const [to, hit] of hits.entries()) {
    const count = counts.get(hit.wanted) ?? 0;
    counts.set(hit.wanted, count + 1);
    if (count === 0) kinds += 1;
    for (let first = hits[from]; first && hit.last - first.first >= WORDS_OF_PASSAGE; first = hits[from]) {
      const left = (counts.get(first.wanted) ?? 0) - 1;
      counts.set(first.wanted, left);
      if (left === 0) kinds -= 1;
      from += 1;
    }
    const weight = kinds * WEIGHT_OF_FIRST + Math.min(to + 1 - from, WEIGHT_OF_FIRST - 1);
    if (weight > best.weight) best = { weight, from, to: to + 1 };
  }
  const chosen = hits.slice(best.from, best.to);
  const first = chosen[0]?.first ?? 0;
  const last = Math.max(first, ...chosen.map((hit) => hit.last));
  // Center the match if there is enough text on both sides.
  const before = Math.floor((WORDS_OF_PASSAGE - (last - first + 1)) / 2);
  return Math.max(0, Math.min(first - Math.max(0, before), words - WORDS_OF_PASSAGE));
}
