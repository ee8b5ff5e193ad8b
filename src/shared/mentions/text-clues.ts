import { lazy } from "#shared/kernel/lazy.ts";
import { AI_WORDS } from "#shared/mentions/names/ambiguous-names.ts";

import type { Publication } from "./mentions.ts";
import { hasHost, isOnHost, parseHost } from "./tool-hosts.ts";
import { fold, hasWords, readWords, spelledAt, type TextWords } from "./words.ts";

const SENTENCE_END = /[.!?:;…•|–—“"\n]/u;
const STARTS_LOWERCASE = /^\p{Ll}/u;
const STARTS_UPPERCASE = /^\p{Lu}/u;
const STARTS_WITH_DIGIT = /^\d/u;
/** Matches the letter after a version's number, as in 7B. */
const VERSION_LETTER = /[a-z]$/u;

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

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
/** Nouns that companies and products possess. Other meanings of a name hardly ever have them. */
const POSSESSIONS = toSet(
  "api app ceo chatbot cofounder founder founders funding investors revenue valuation",
);
/** Determiners, which precede a noun. The "s" is from a genitive. */
const DETERMINERS = toSet("a an her his its my our s the their this your");
/** Words of more than four letters that headlines don't capitalise. */
const LOWERCASE_IN_HEADLINES = toSet(
  "about after against before between their through under using where which while without",
);
/** Number of words checked on either side of a name, to recognise a headline. */
const WINDOW = 8;

/** AI words in lower case. They are compared first, because a text's lowercase words are already computed. */
const FOLDED_AI_WORDS: ReadonlySet<string> = new Set([...AI_WORDS].map(fold));

/** Words in many company names, and suffixes of many hosts. */
const CORPORATE_WORD = /^(?:ai|health|inc|labs?|tech|technolog(?:y|ies))$/u;
const HOST_ENDING = /(?:ai|app|blog|hq|labs?)$/u;

/** Evidence for a name in a text and in its publication. Computed once, when an ambiguous name needs it. */
export class TextClues {
  readonly #words: TextWords;
  readonly #lowerText: () => string;
  readonly #aiWords: () => ReadonlySet<string>;
  readonly #publisher: () => TextWords | null;
  readonly #hosts: () => readonly string[];
  readonly #hostParts: () => ReadonlySet<string>;

  constructor(words: TextWords, publication?: Publication) {
    this.#words = words;
    this.#lowerText = lazy(() => words.text.toLowerCase());
    this.#publisher = lazy(() => (publication ? readWords(publication.publisher) : null));
    this.#aiWords = lazy(() => {
      const publisher = this.#publisher();
      return new Set([...findAiWords(words), ...(publisher ? findAiWords(publisher) : [])]);
    });
    this.#hosts = lazy(() => (publication?.addresses ?? []).map(parseHost));
    this.#hostParts = lazy(() => new Set(this.#hosts().flatMap(splitHost)));
  }

  /** True if the text contains a host, or is published on it. */
  hasSite(host: string): boolean {
    return (
      host !== "" && (hasHost(this.#lowerText(), host) || this.#hosts().some((site) => isOnHost(site, host)))
    );
  }

  /** True if the text contains a company's name, as words or as one word. */
  hasCompany(company: readonly string[]): boolean {
    return hasCompany(this.#words, company);
  }

  /**
   * True if the text is published by a company. If the company is named like the tool, its name is no evidence, so only
   * a host counts.
   */
  isPublishedBy(company: readonly string[], isNameEvidence: boolean): boolean {
    const publisher = this.#publisher();
    if (publisher === null) return false;
    const core = company.filter((word) => !CORPORATE_WORD.test(word));
    const parts = [company.join(""), core.join(""), ...core.slice(0, core.length > 1 ? 1 : 0)];
    return (
      parts.some((part) => this.#hostParts().has(part)) || (isNameEvidence && hasCompany(publisher, company))
    );
  }

  /** True if a text or its publisher is about artificial intelligence, ignoring the name itself. */
  isAboutAi(ignored: readonly string[]): boolean {
    return [...this.#aiWords()].some((word) => !ignored.includes(word));
  }

  /**
   * True if the adjacent words are in lower case, so that the capital isn't from a headline or the start of a sentence.
   */
  isCapitalAmongLowercase(index: number, length: number): boolean {
    const end = index + length;
    const isLowercaseAt = (at: number) => STARTS_LOWERCASE.test(this.#spelledAt(at));
    if (index === 0 || this.#startsSentence(index)) return false;
    const isLast = end >= this.#words.folded.length || this.#startsSentence(end);
    return isLowercaseAt(index - 1) && (isLast || isLowercaseAt(end));
  }

  /** True if all nearby words that headlines capitalise are capitalised. */
  isInHeadline(index: number): boolean {
    const { folded } = this.#words;
    for (let at = Math.max(0, index - WINDOW); at < Math.min(folded.length, index + WINDOW); at += 1) {
      const spelled = this.#spelledAt(at);
      if (spelled.length > 4 && STARTS_LOWERCASE.test(spelled) && !LOWERCASE_IN_HEADLINES.has(spelled))
        return false;
    }
    return true;
  }

  /** True if another capitalised word follows in the sentence, as a surname does. */
  isFollowedByCapital(index: number, length: number): boolean {
    const end = index + length;
    return STARTS_UPPERCASE.test(this.#spelledAt(end)) && !this.#startsSentence(end);
  }

  /** True if a number follows the name. */
  isFollowedByNumber(index: number, length: number): boolean {
    return STARTS_WITH_DIGIT.test(this.#words.folded[index + length] ?? "");
  }

  /** True if the words next to a name are typical of products or companies. */
  isProduct(index: number, length: number): boolean {
    const { folded } = this.#words;
    const before = folded[index - 1] ?? "";
    const [behind = "", next = ""] = folded.slice(index + length, index + length + 2);
    // A plain number may be a count, but 2.5 and 7B are versions.
    const isVersion =
      STARTS_WITH_DIGIT.test(behind) && (STARTS_WITH_DIGIT.test(next) || VERSION_LETTER.test(behind));
    const isSubject = !DETERMINERS.has(before) && NEWS_VERBS.has(behind);
    const isOwner = behind === "s" && POSSESSIONS.has(next);
    return isVersion || isSubject || isOwner || SUFFIXES.has(behind) || INTRODUCTIONS.has(before);
  }

  #spelledAt(index: number): string {
    return index < this.#words.folded.length ? spelledAt(this.#words, index) : "";
  }

  #startsSentence(index: number): boolean {
    const { text, starts, ends } = this.#words;
    return index === 0 || SENTENCE_END.test(text.slice(ends[index - 1], starts[index]).normalize("NFKC"));
  }
}

const hasCompany = ({ folded }: TextWords, company: readonly string[]): boolean =>
  hasWords(folded, company) || hasWords(folded, [company.join("")]);

function findAiWords(words: TextWords): ReadonlySet<string> {
  const aiWords = new Set<string>();
  for (const [index, word] of words.folded.entries()) {
    if (FOLDED_AI_WORDS.has(word) && AI_WORDS.has(spelledAt(words, index))) aiWords.add(word);
  }
  return aiWords;
}

/**
 * Returns the parts of a host that may name a company: "google" for blog.google and developers.googleblog.com, "xai"
 * for x.ai.
 */
function splitHost(host: string): string[] {
  const labels = host.split(".");
  const joined = labels.slice(-2).join("");
  return [...labels, ...labels.map((label) => label.replace(HOST_ENDING, "")), joined].filter(
    (part) => part.length > 2,
  );
}
