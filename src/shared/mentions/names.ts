import { readWords, spelledAt } from "./words.ts";

/** A name as texts are searched for it. */
export interface ParsedName<Item> {
  item: Item;
  /** In lower case, and as they are spelled. */
  words: readonly string[];
  spelled: readonly string[];
  /** What stands between the words, to find names whose marks hold them apart, such as "Notion, Inc". */
  gaps: readonly string[];
  /** The dot of .NET, and the marks of C++ and C#, without which those would be other names. */
  head: string;
  tail: string;
  /** What the name is kept and counted under: its words in lower case with single spaces, and its marks. */
  folded: string;
}

/** No name has more words; the titles that have are found by their addresses. */
const MOST_WORDS = 40;

const TAIL = /^(?:\+{1,2}|#)(?![\p{L}\p{N}])/u;

/** All names are read again whenever one of the tools changes, and few of them are new then. */
const known = new Map<string, Omit<ParsedName<unknown>, "item"> | null>();
const MOST_KNOWN = 20_000;

/** Reads a name; null where it has no words, or far too many. */
export function parseName<Item extends { name: string }>(item: Item): ParsedName<Item> | null {
  let parsed = known.get(item.name);
  if (parsed === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    parsed = parse(item.name);
    known.set(item.name, parsed);
  }
  return parsed && { item, ...parsed };
}

function parse(name: string): Omit<ParsedName<unknown>, "item"> | null {
  const words = readWords(name);
  const { text, folded, starts, ends } = words;
  const { length } = folded;
  if (length === 0 || length > MOST_WORDS) return null;
  const between = (from = 0, until?: number) => text.slice(from, until).normalize("NFKC");
  const head = between(0, starts[0]).trim() === "." ? "." : "";
  const tail = TAIL.exec(between(ends[length - 1]))?.[0] ?? "";
  return {
    words: folded,
    spelled: folded.map((_, place) => spelledAt(words, place)),
    gaps: starts.slice(1).map((start, index) => between(ends[index], start)),
    head,
    tail,
    folded: `${head}${folded.join(" ")}${tail}`,
  };
}

/** A name as it is kept and counted, whatever its capitals and spaces; empty for what has no words. */
export const foldName = (name: string): string => parseName({ name })?.folded ?? "";

export const countWords = (name: string): number => readWords(name).folded.length;
