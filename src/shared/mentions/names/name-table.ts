import type { TextWords } from "#shared/mentions/words.ts";

import { parseName, type ParsedName } from "./names.ts";

/** Match at a position, with several names if items share one. */
export interface Hit<Item> {
  names: readonly ParsedName<Item>[];
  /** Index of its first word. */
  index: number;
  /** Position in the text, including symbols. */
  start: number;
  end: number;
}

/** Tree of names by word: each word leads to those that may follow. */
interface Node<Item> {
  next: Map<string, Node<Item>>;
  /** Names that end here. */
  names: ParsedName<Item>[];
}

/** Separators allowed between a name's words: a space, a line break, a hyphen, a dot without a space. */
const WORD_SEPARATOR =
  /^(?:[ \t\u00a0]{0,2}\n?[ \t\u00a0]{0,2}|[ \u00a0]?[-\u2010-\u2013_/&'’·][ \u00a0]?|[.:])$/u;
/** Symbols that make another name: C++ is not C. */
const SYMBOLS_OF_OTHER_NAME = /^(?:\+\+|#(?!\d))/u;
const WORD = /[\p{L}\p{N}]/u;

/** Finds names in texts, the longest at each position. Takes time linear in the number of words. */
export class NameTable<Item extends { name: string }> {
  readonly #root: Node<Item> = createNode();

  constructor(items: readonly Item[] = []) {
    for (const item of items) this.add(item);
  }

  add(item: Item): void {
    const name = parseName(item);
    if (name === null) return;
    let node = this.#root;
    for (const word of name.words) {
      const next = node.next.get(word) ?? createNode<Item>();
      node.next.set(word, next);
      node = next;
    }
    node.names.push(name);
  }

  /** Returns the matches in a text, in order and without overlaps. */
  hitsIn(words: TextWords): Hit<Item>[] {
    const hits: Hit<Item>[] = [];
    const { folded } = words;
    for (let index = 0; index < folded.length;) {
      const node = this.#root.next.get(folded[index] ?? "");
      const hit = node && longestAt(node, words, index);
      if (hit) hits.push(hit);
      index += hit?.names[0]?.words.length ?? 1;
    }
    return hits;
  }
}

const createNode = <Item>(): Node<Item> => ({ next: new Map(), names: [] });

const countSymbols = ({ head, tail }: ParsedName<unknown>): number => head.length + tail.length;

function longestAt<Item>(first: Node<Item>, words: TextWords, index: number): Hit<Item> | null {
  let longest: Hit<Item> | null = null;
  let isJoined = true;
  let last = index;
  for (let node: Node<Item> | undefined = first; node !== undefined;) {
    if (node.names.length > 0) longest = hitOf(node.names, words, { index, last, isJoined }) ?? longest;
    if (node.next.size === 0) break;
    const gap = gapAfter(words, last);
    last += 1;
    isJoined &&= gap === " " || WORD_SEPARATOR.test(gap);
    node = node.next.get(words.folded[last] ?? "");
  }
  return longest;
}

const gapAfter = ({ text, starts, ends }: TextWords, index: number): string =>
  text.slice(ends[index], starts[index + 1]);

interface Span {
  index: number;
  last: number;
  isJoined: boolean;
}

/** Returns the names that match with their symbols. Prefers those with the most symbols. */
function hitOf<Item>(
  names: readonly ParsedName<Item>[],
  words: TextWords,
  { index, last, isJoined }: Span,
): Hit<Item> | null {
  const candidates = names.filter(
    (name) => matchesSymbols(name, words, index, last) && (isJoined || matchesGaps(name, words, index)),
  );
  if (candidates.length === 0) return null;
  const maxSymbols = candidates.reduce((marks, name) => Math.max(marks, countSymbols(name)), 0);
  const best = candidates.filter((name) => countSymbols(name) === maxSymbols);
  const start = (words.starts[index] ?? 0) - (best[0]?.head.length ?? 0);
  return { names: best, index, start, end: (words.ends[last] ?? 0) + (best[0]?.tail.length ?? 0) };
}

function matchesSymbols({ head, tail }: ParsedName<unknown>, words: TextWords, index: number, last: number) {
  const { text } = words;
  const start = words.starts[index] ?? 0;
  const end = words.ends[last] ?? 0;
  // Long enough for the longest symbols and one more character. Normalization converts full-width characters.
  const behind = text.slice(end, end + 3).normalize("NFKC");
  if (head !== "" && (text.charAt(start - 1) !== head || WORD.test(text.charAt(start - 2)))) return false;
  if (tail === "") return !SYMBOLS_OF_OTHER_NAME.test(behind);
  return behind.startsWith(tail) && !WORD.test(behind.charAt(tail.length));
}

const matchesGaps = ({ gaps }: ParsedName<unknown>, words: TextWords, index: number): boolean =>
  gaps.every((gap, offset) => gapAfter(words, index + offset).normalize("NFKC") === gap);
