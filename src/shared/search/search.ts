import { z } from "zod";

import { ITEM_KINDS, KINDS } from "#shared/kernel/item-address.ts";
import { idSchema, requiredText, wholeNumber } from "#shared/kernel/text.ts";
import { NO_VERDICT, RINGS, type VerdictFilter } from "#shared/verdicts/rings.ts";

/** Kinds of search results: the items of all sections, and the comments of discussions. */
export const SEARCH_KINDS = [...ITEM_KINDS, "comment"] as const;
export const searchKindSchema = z.enum(SEARCH_KINDS);
export type SearchKind = z.infer<typeof searchKindSchema>;

/** Maximum length of a query. The rest is ignored. */
export const MAX_SEARCH_LENGTH = 200;
/** Maximum number of results over all pages. Users narrow them down by adding words. */
export const MAX_RESULTS = 500;
/** Maximum count of matches. Beyond it, "1,000+" is shown. */
export const MAX_COUNTED = 1000;

export const searchRequestSchema = z.object({
  /** Words, "phrases", -exclusions and filters: kind: tag: by: verdict: after: before: */
  q: requiredText("Enter something to search for")
    .max(5000)
    .refine((text) => text.trim() !== "", "Enter something to search for"),
  /** Limits results to this kind. The counts still cover all kinds. */
  kind: searchKindSchema.optional(),
  /** `typing`: the last word may be a prefix. */
  mode: z.enum(["words", "typing"]).default("words"),
  limit: wholeNumber(z.int().min(1).max(50)).default(20),
  cursor: z.string().max(20).optional(),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;

/** Part of a text, with a flag for matches. */
const textPartSchema = z.object({ text: z.string(), isMatch: z.boolean() });
export type TextPart = z.infer<typeof textPartSchema>;

export const searchResultSchema = z.object({
  kind: searchKindSchema,
  id: idSchema,
  /** For a comment, its item's title. */
  title: z.array(textPartSchema),
  /** Passage of the text that contains most of the words. */
  snippet: z.array(textPartSchema),
  /** Authors, makers or sources. Null if none is named. */
  people: z.string().nullable(),
  /** Time of publication, or of the team's last update. */
  date: z.iso.datetime(),
  /** Path of the item's page. */
  address: z.string(),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

export const searchAnswerSchema = z.object({
  items: z.array(searchResultSchema),
  nextCursor: z.string().nullable(),
  /** Number of each kind, or 1,001 if there are more than 1,000. */
  counts: z.record(searchKindSchema, z.int()),
  /** Sentences that explain how the query was interpreted, if that isn't obvious. */
  hints: z.array(z.string()),
});
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;

/** Parsed search query. */
export interface SearchQuery {
  /** Words to find. More matches rank higher. */
  words: string[];
  /** True if the last word may be a prefix. */
  endsInWord: boolean;
  /** Phrases that must all occur exactly. */
  phrases: string[];
  /** Words and phrases that must not occur. */
  excluded: string[];
  /** Kinds to include. Empty for all. */
  kinds: SearchKind[];
  /** Tags that must all be present. */
  tags: string[];
  /** People's names that must all match. */
  by: string[];
  /** Verdicts to match: a tool needs one of them. Empty for no filter. */
  verdicts: VerdictFilter[];
  /** Earliest time, inclusive. */
  after: string | null;
  /** Latest time, exclusive. */
  before: string | null;
  /** True if all words are common. The newest items are then shown. */
  isCommon: boolean;
  hints: string[];
}

const VERDICT_FILTERS: readonly VerdictFilter[] = [...RINGS, NO_VERDICT];

/** The names of kinds in searches: "tool", "news", "paper" and so on. */
export const KIND_WORDS: readonly string[] = SEARCH_KINDS.map((kind) => (kind === "article" ? "news" : kind));

const KIND_NAMES: ReadonlyMap<string, SearchKind> = new Map<string, SearchKind>([
  ...ITEM_KINDS.flatMap((kind) => [[KINDS[kind].one, kind] as const, [KINDS[kind].many, kind] as const]),
  ["news", "article"],
  ["comment", "comment"],
  ["comments", "comment"],
]);

/** Words in nearly every English text, useless for searching. */
const COMMON_WORDS = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by
  can could did do does doing down during each few for from further had has have having he her here hers him his how i
  if in into is it its itself just me more most must my no nor not now of off on once only or other our ours out over own
  same she should so some such than that the their theirs them then there these they this those through to too under
  until up very was we were what when where which while who whom why will with would you your yours`.split(
    /\s+/u,
  ),
);

export const isCommonWord = (word: string): boolean => COMMON_WORDS.has(word.toLowerCase());

/**
 * Matches a term: an optional `-` or filter name, and a word or quoted text. The last quotation mark may be missing.
 */
const TERM = /(?<minus>-)?(?:(?<name>\p{L}+):)?(?:"(?<quoted>[^"]*)"?|(?<word>[^\s"]+))/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;

/**
 * Parses a typed query. Every input is valid. Filters are `kind:`, `tag:`, `by:`, `verdict:`, `after:` and `before:`.
 * Invalid filters become words, with a hint.
 */
export function parseSearch(typed: string): SearchQuery {
  const query: SearchQuery = {
    words: [],
    endsInWord: /[\p{L}\p{N}]$/u.test(typed),
    phrases: [],
    excluded: [],
    kinds: [],
    tags: [],
    by: [],
    verdicts: [],
    after: null,
    before: null,
    isCommon: false,
    hints: [],
  };
  for (const { groups = {} } of normalizeQuery(typed, query).matchAll(TERM)) addTerm(query, groups);
  query.words = uniqueWords(query.words);
  query.hints = [...new Set(query.hints)];
  query.isCommon = query.words.length > 0 && query.phrases.length === 0 && query.words.every(isCommonWord);
  if (query.isCommon) query.hints.push("Only common words: showing the newest");
  return query;
}

/** Matches a filter with a wide colon, as Chinese and Japanese input methods type it. */
const FILTER_WITH_WIDE_COLON = /(?<!\p{L})(kind|tag|by|verdict|after|before)：/giu;

/** Truncates the text to the maximum length. Removes characters that no text contains. */
function normalizeQuery(typed: string, { hints }: SearchQuery): string {
  const text = typed
    .toWellFormed()
    .replaceAll(/[“”„«»]/gu, '"')
    .replaceAll(FILTER_WITH_WIDE_COLON, "$1:")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, " ");
  const characters = Array.from(text.trim());
  if (characters.length <= MAX_SEARCH_LENGTH) return text;
  hints.push(`Only the first ${MAX_SEARCH_LENGTH} characters are used`);
  return characters.slice(0, MAX_SEARCH_LENGTH).join("");
}

function addTerm(query: SearchQuery, { minus, name, quoted, word }: Partial<Record<string, string>>): void {
  const text = (quoted ?? word ?? "").trim();
  if (minus !== undefined) {
    if (HAS_WORD.test(text)) query.excluded.push(name === undefined ? text : `${name} ${text}`);
    if (name !== undefined && isFilter(name.toLowerCase())) {
      query.hints.push("Filters can't be excluded: - excludes words and phrases");
    }
    return;
  }
  const filter = name?.toLowerCase();
  if (filter === undefined) {
    addText(query, text, quoted !== undefined);
    return;
  }
  const hint = isFilter(filter) ? FILTERS[filter](query, text) : unknownFilterHint(filter, text);
  if (hint === null) return;
  if (hint !== "") query.hints.push(hint);
  addText(query, name ?? "", false);
  addText(query, text, quoted !== undefined);
}

function addText(query: SearchQuery, text: string, isPhrase: boolean): void {
  const emptyFilter = /^(\p{L}+):$/u.exec(text)?.[1]?.toLowerCase();
  if (emptyFilter !== undefined && isFilter(emptyFilter)) {
    query.hints.push(`Add a value for ${emptyFilter}:, such as ${EXAMPLES[emptyFilter]}`);
  }
  if (HAS_WORD.test(text)) (isPhrase ? query.phrases : query.words).push(text);
}

/** Adds a filter's value to the query. Returns an error message, or null. */
type AddFilter = (query: SearchQuery, value: string) => string | null;
type FilterName = "kind" | "tag" | "by" | "verdict" | "after" | "before";

const FILTERS: Record<FilterName, AddFilter> = {
  kind(query, value) {
    const kind = KIND_NAMES.get(value.toLowerCase());
    if (kind === undefined) {
      return `There is no kind “${value}”. Kinds are ${new Intl.ListFormat("en-GB").format(KIND_WORDS)}.`;
    }
    query.kinds = [...new Set([...query.kinds, kind])];
    return null;
  },
  tag(query, value) {
    if (!HAS_WORD.test(value)) return `Add a value for tag:, such as ${EXAMPLES.tag}`;
    query.tags = [...new Set([...query.tags, value])];
    return null;
  },
  by(query, value) {
    if (!HAS_WORD.test(value)) return `Add a value for by:, such as ${EXAMPLES.by}`;
    query.by = [...new Set([...query.by, value])];
    return null;
  },
  verdict(query, value) {
    const verdict = VERDICT_FILTERS.find((filter) => filter === value.toLowerCase());
    if (verdict === undefined)
      return `There is no verdict “${value}”. Verdicts are adopt, trial, assess, hold and none.`;
    query.verdicts = [...new Set([...query.verdicts, verdict])];
    return null;
  },
  after(query, value) {
    const time = startOf(value);
    if (time === null) return dateHint("after", value);
    query.after = query.after === null || time > query.after ? time : query.after;
    return null;
  },
  before(query, value) {
    const time = startOf(value);
    if (time === null) return dateHint("before", value);
    query.before = query.before === null || time < query.before ? time : query.before;
    return null;
  },
};

const EXAMPLES: Record<FilterName, string> = {
  kind: "kind:paper",
  tag: "tag:rag",
  by: "by:ada",
  verdict: "verdict:adopt",
  after: "after:2026-01",
  before: "before:2026-03",
};

const isFilter = (name: string): name is FilterName => Object.hasOwn(FILTERS, name);

/** Returns a hint about an unknown filter. Empty for web addresses and times of day, which only look like filters. */
const unknownFilterHint = (name: string, value: string): string =>
  value.startsWith("//")
    ? ""
    : `There is no filter “${name}:”, so it is treated as words. Filters are kind:, tag:, by:, verdict:, after: and before:.`;

const dateHint = (name: FilterName, value: string): string =>
  `“${value}” is not a date. Write ${name}:2026, ${name}:2026-01 or ${name}:2026-01-31.`;

/** Returns the start of a year, month or day, in UTC. Returns null for other values. */
function startOf(value: string): string | null {
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/u.exec(value) ?? [];
  if (year === undefined) return null;
  const time = `${year}-${month}-${day}T00:00:00.000Z`;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) || date.toISOString() !== time ? null : time;
}

function uniqueWords(words: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  // Of equal words, the last one remains, because it may be the one being typed.
  for (const word of words) {
    byFolded.delete(word.toLowerCase());
    byFolded.set(word.toLowerCase(), word);
  }
  return [...byFolded.values()];
}
