import { lazy } from "#shared/kernel/lazy.ts";

import { AI_WORDS } from "./ambiguous-names.ts";
import { hasHost } from "./hosts.ts";
import { fold, hasWords, spelledAt, type TextWords } from "./words.ts";

/** The AI words as texts are looked through for them: by their small letters first, which are there already. */
const FOLDED_AI_WORDS: ReadonlySet<string> = new Set([...AI_WORDS].map(fold));
const SENTENCE_END = /[.!?:;…•|–—“"\n]/u;
const STARTS_SMALL = /^\p{Ll}/u;

/** What a text says besides a name: looked for where an ambiguous name stands, and then once. */
export class TextClues {
  readonly #words: TextWords;
  readonly #lowerText: () => string;
  readonly #aiWords: () => ReadonlySet<string>;

  constructor(words: TextWords) {
    this.#words = words;
    this.#lowerText = lazy(() => words.text.toLowerCase());
    this.#aiWords = lazy(() => findAiWords(words));
  }

  /** True where words stand one after the other. */
  hasWords(words: readonly string[]): boolean {
    return hasWords(this.#words.folded, words);
  }

  hasHost(host: string): boolean {
    return hasHost(this.#lowerText(), host);
  }

  /** True for a text about artificial intelligence, apart from what the name itself says. */
  isAboutAi(besides: readonly string[]): boolean {
    return [...this.#aiWords()].some((word) => !besides.includes(word));
  }

  /** True where a capital is no sentence's or headline's: the words right beside are written small. */
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
