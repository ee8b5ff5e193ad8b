import { lazy } from "#shared/kernel/lazy.ts";
import { hasHost } from "#shared/mentions/hosts.ts";
import { fold, hasWords, readWords, spelledAt, type TextWords } from "#shared/mentions/words.ts";

const startsLow = (word: string | undefined): boolean => word !== undefined && /^\p{Ll}/u.test(word);
const startsHigh = (word: string | undefined): boolean => word !== undefined && /^\p{Lu}/u.test(word);
const isNumber = (word: string | undefined): boolean => word !== undefined && /^\d/u.test(word);

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u));
}

/** Suffixes of product names, besides numbers. */
const SUFFIXES = toSet(
  "api app beta cli code desktop enterprise flash haiku mini nano omni opus preview pro sdk sonnet studio tune turbo ultra",
);
const INTRODUCTIONS = toSet("announcing introducing meet");
/** Verbs in headlines about companies and products. */
const NEWS_VERBS = toSet(
  `acquires adds announces brings buys ceo debuts expands founder gains gets hires hits inks introduces joins lands
  launches lets nabs offers partners raises reaches releases rolls says secures ships snags unveils updates`,
);
/** Nouns that companies and products possess, and hardly anything else with the same name does. */
const POSSESSIONS = toSet(
  "api app ceo chatbot cofounder founder founders funding investors revenue valuation",
);
/** Determiners, which precede a noun, as the "s" of a genitive does. */
const DETERMINERS = toSet("a an her his its my our s the their this your");

/** Number of words on either side that show whether a name is in a headline. */
const WINDOW = 8;
/** Longer words that headlines don't capitalise. */
const SMALL_EVERYWHERE = toSet(
  "about after against before between their through under using where which while without",
);

const SENTENCE_ENDS = '.!?:;…•|–—“"\n';

/** Returns the words as spelled, and the indexes of those that begin a sentence. */
function readSpelling(words: TextWords): { spelled: string[]; starts: ReadonlySet<number> } {
  const { text, folded, starts: begins, ends } = words;
  const starts = new Set([0]);
  const isEnd = (gap: string) =>
    Array.from(gap.normalize("NFKC")).some((mark) => SENTENCE_ENDS.includes(mark));
  for (let place = 1; place < folded.length; place += 1) {
    const gap = text.slice(ends[place - 1], begins[place]);
    if (gap !== " " && isEnd(gap)) starts.add(place);
  }
  return { spelled: folded.map((_, place) => spelledAt(words, place)), starts };
}

/** Text of an article, parsed once and then queried for many names. */
export class NewsWords {
  readonly read: TextWords;
  /** Most texts need it for no name. */
  readonly #spelling: () => ReturnType<typeof readSpelling>;
  readonly #lowerText: () => string;

  constructor(text: string) {
    this.read = readWords(text);
    this.#lowerText = lazy(() => text.toLowerCase());
    this.#spelling = lazy(() => readSpelling(this.read));
  }

  get #folded(): readonly string[] {
    return this.read.folded;
  }

  get #spelled(): readonly string[] {
    return this.#spelling().spelled;
  }

  get #starts(): ReadonlySet<number> {
    return this.#spelling().starts;
  }

  /** True if these words occur consecutively, in any case. */
  has(words: readonly string[]): boolean {
    return hasWords(this.#folded, words);
  }

  /** True if the text contains a host, dots included. */
  hasHost(host: string): boolean {
    return host !== "" && hasHost(this.#lowerText(), host);
  }

  /** True if these words occur in this spelling, including capitals. */
  isSpelled(place: number, words: readonly string[]): boolean {
    return words.every((word, offset) => this.#spelled[place + offset] === word);
  }

  isCapital(place: number): boolean {
    return startsHigh(this.#spelled[place]);
  }

  /** Returns the words next to a name of this length, in lower case. Empty if there are none. */
  beside(place: number, length: number): { before: string; behind: string } {
    return { before: this.#folded[place - 1] ?? "", behind: this.#folded[place + length] ?? "" };
  }

  /** True if the words directly next to a name are in lower case. */
  isCapitalAmongSmall(place: number, length: number): boolean {
    const end = place + length;
    const isLast = end === this.#spelled.length || this.#starts.has(end);
    return (
      !this.#starts.has(place) &&
      startsLow(this.#spelled[place - 1]) &&
      (isLast || startsLow(this.#spelled[end]))
    );
  }

  /** True if nearby words are in lower case that headlines would capitalise. */
  isAmongSentences(place: number): boolean {
    const around = this.#spelled.slice(Math.max(0, place - WINDOW), place + WINDOW);
    return around.some((word) => word.length > 4 && startsLow(word) && !SMALL_EVERYWHERE.has(word));
  }

  /** True if another capitalised word follows in the sentence, as a surname does. */
  isBeforeCapital(place: number, length: number): boolean {
    return !this.#starts.has(place + length) && startsHigh(this.#spelled[place + length]);
  }

  /** True if a number follows. */
  isNumbered(place: number, length: number): boolean {
    return isNumber(this.#spelled[place + length]);
  }

  /** True if the words next to a name are typical of products or companies. */
  isProduct(place: number, length: number): boolean {
    const before = this.#folded[place - 1] ?? "";
    const [behind = "", next] = this.#folded.slice(place + length, place + length + 2);
    // A plain number may be a count, but 2.5 and 7B are versions.
    const isVersion = isNumber(behind) && (isNumber(next) || /[a-z]$/u.test(behind));
    const isSubject = !DETERMINERS.has(before) && NEWS_VERBS.has(behind);
    const isOwner = behind === "s" && next !== undefined && POSSESSIONS.has(next);
    return isVersion || isSubject || isOwner || SUFFIXES.has(behind) || INTRODUCTIONS.has(before);
  }

  /** True if the text contains one of the words in exactly this spelling, except those in `besides`. */
  hasOneOf(words: ReadonlySet<string>, besides: readonly string[]): boolean {
    return this.#spelled.some((word) => words.has(word) && !besides.includes(fold(word)));
  }
}
