import { readWords, spelledAt } from "#shared/mentions/words.ts";

/** Name in the form used for searching texts. */
export interface ParsedName<Item> {
  item: Item;
  /** Words in lower case, and as spelled. */
  words: readonly string[];
  spelled: readonly string[];
  /** Text between the words, for names with separating punctuation, such as "Notion, Inc". */
  gaps: readonly string[];
  /** Symbols before and after the words, as in .NET, C++ and C#, which distinguish names. */
  head: string;
  tail: string;
  /** Key for storing and counting: the words in lower case with single spaces, and the symbols. */
  folded: string;
}

/** Maximum number of words in a name. Longer titles are found by their addresses. */
const MAX_NAME_WORDS = 40;

const TAIL = /^(?:\+{1,2}|#)(?![\p{L}\p{N}])/u;

/** Cached, because a change of one tool parses all names again. */
const parsedNames = new Map<string, Omit<ParsedName<unknown>, "item"> | null>();
const MAX_CACHED_NAMES = 20_000;

/** Parses a name. Returns null if it has no words, or far too many. */
export function parseName<Item extends { name: string }>(item: Item): ParsedName<Item> | null {
  let parsed = parsedNames.get(item.name);
  if (parsed === undefined) {
    if (parsedNames.size >= MAX_CACHED_NAMES) parsedNames.clear();
    parsed = parse(item.name);
    parsedNames.set(item.name, parsed);
  }
  return parsed && { item, ...parsed };
}

function parse(name: string): Omit<ParsedName<unknown>, "item"> | null {
  const words = readWords(name);
  const { text, folded, starts, ends } = words;
  const { length } = folded;
  if (length === 0 || length > MAX_NAME_WORDS) return null;
  const textBetween = (from = 0, until?: number) => text.slice(from, until).normalize("NFKC");
  const head = textBetween(0, starts[0]).trim() === "." ? "." : "";
  const tail = TAIL.exec(textBetween(ends[length - 1]))?.[0] ?? "";
  return {
    words: folded,
    spelled: folded.map((_, index) => spelledAt(words, index)),
    gaps: starts.slice(1).map((start, index) => textBetween(ends[index], start)),
    head,
    tail,
    folded: `${head}${folded.join(" ")}${tail}`,
  };
}

/** Normalizes a name for storing and counting, without case and extra spaces. Empty if it has no words. */
export const foldName = (name: string): string => parseName({ name })?.folded ?? "";

export const countWords = (name: string): number => readWords(name).folded.length;

/** Maximum number of alternative names of a tool. */
export const MAX_ALIASES = 20;
const MIN_LETTERS = 2;
const MAX_ALIAS_WORDS = 6;

/** Returns why a name can't be searched for in texts, or null if it can. */
export function findAliasIssue(alias: string): string | null {
  const letters = foldName(alias).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < MIN_LETTERS) return `Use at least ${MIN_LETTERS} letters`;
  return countWords(alias) > MAX_ALIAS_WORDS ? `Use at most ${MAX_ALIAS_WORDS} words` : null;
}
