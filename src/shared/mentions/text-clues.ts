import { lazy } from "#shared/kernel/lazy.ts";

import { hasHost } from "./hosts.ts";
import { AI_WORDS } from "./names/ambiguous-names.ts";
import { fold, hasWords, spelledAt, type TextWords } from "./words.ts";

/** AI words in lower case, compared first since the text's lowercase words are already computed. */
const FOLDED_AI_WORDS: ReadonlySet<string> = new Set([...AI_WORDS].map(fold));
const SENTENCE_END = /[.!?:;…•|–—“"\n]/u;
const STARTS_SMALL = /^\p{Ll}/u;

/** Evidence in a text besides a name. Computed once, when an ambiguous name needs it. */
export class TextClues {
  readonly #words: TextWords;
  readonly #lowerText: () => string;
  readonly #aiWords: () => ReadonlySet<string>;

  constructor(words: TextWords) {
    this.#words = words;
    this.#lowerText = lazy(() => words.text.toLowerCase());
    this.#aiWords = lazy(() => findAiWords(words));
  }

  /** True if these words occur consecutively. */
  hasWords(words: readonly string[]): boolean {
    return hasWords(this.#words.folded, words);
  }

  hasHost(host: string): boolean {
    return hasHost(this.#lowerText(), host);
  }

  /** True if a text is about artificial intelligence, ignoring the name itself. */
  isAboutAi(besides: readonly string[]): boolean {
    return [...this.#aiWords()].some((word) => !besides.includes(word));
  }

  /** True if a capital doesn't come from a sentence start or headline, since the adjacent words are in lower case. */
  isCapitalAmongSmall(place: number, length: number): boolean {
    const { folded, text, starts, ends } = this.#words;
    const isSmall = (at: number) => STARTS_SMALL.test(spelledAt(this.#words, at));
    if (place === 0 || SENTENCE_END.test(text.slice(ends[place - 1], starts[place]))) return false;
    const last = place + length - 1;
    const isLast = last + 1 >= folded.length || SENTENCE_END.test(text.slice(ends[last], starts[last + 1]));
    return isSmall(place - 1) && (isLast || isSmall(last + 1));
  }
}

function findAiWords(words: TextWords): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [place, word] of words.folded.entries()) {
    if (FOLDED_AI_WORDS.has(word) && AI_WORDS.has(spelledAt(words, place))) found.add(word);
  }
  return found;
}
