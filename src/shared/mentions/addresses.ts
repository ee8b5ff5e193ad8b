import { itemOfAddress } from "#shared/kernel/item-address.ts";
import { formatItemRef, itemRefSchema } from "#shared/kernel/items.ts";
import { ISBN, toIsbn13 } from "#shared/readings/isbn.ts";

import { MAX_SCANNED_LENGTH } from "./mentions.ts";

/**
 * Maximum number of characters checked before a word. Addresses can be longer, but they are recognised by their
 * beginning.
 */
const MAX_CHARS_BEFORE = 300;
const BEGINS_ADDRESS = /(?:\/\/|@|www\.)\S*$/u;
/** Matches the rest of a host, or a file extension. */
const CONTINUES_ADDRESS = /^\.\p{Ll}{2,}(?!\p{L})/u;
const ADDRESS_ENDS = /\s/u;
const LETTER = /\p{L}/u;

/** True if a word is part of an address, a file name or an abbreviation. Its capitals are no evidence there. */
export function isInAddress(text: string, { start, end }: { start: number; end: number }): boolean {
  if (text.charAt(end) === "." && CONTINUES_ADDRESS.test(text.slice(end, end + 12))) return true;
  const before = text.charAt(start - 1);
  // Abbreviations: the D in "Ph.D.", the S in "U.S.".
  if (before === "." && end - start < 3 && LETTER.test(text.charAt(start - 2))) return true;
  if (before === "" || ADDRESS_ENDS.test(before)) return false;
  return BEGINS_ADDRESS.test(text.slice(Math.max(0, start - MAX_CHARS_BEFORE), start));
}

const PUNCTUATION = /[.,;:!?*_~…。，、」）]/u;
const OPENING_BRACKETS: Readonly<Record<string, string>> = { ")": "(", "]": "[" };

/** Removes full stops, commas and brackets after an address. A bracket opened inside the address remains. */
function withoutPunctuation(address: string): string {
  const unopenedCounts = countUnopened(address);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const open = unopenedCounts.get(last) ?? 0;
    if (open > 0) unopenedCounts.set(last, open - 1);
    else if (!PUNCTUATION.test(last)) break;
  }
  return address.slice(0, end);
}

/** Counts the unopened brackets, by closing bracket. */
function countUnopened(address: string): Map<string, number> {
  const countBracket = (bracket: string) => address.split(bracket).length - 1;
  return new Map(
    Object.entries(OPENING_BRACKETS).map(([closing, opening]) => [
      closing,
      countBracket(closing) - countBracket(opening),
    ]),
  );
}

/**
 * Unambiguous address in a text. It is an item's reference in this product, a paper number without a version, or a
 * book's 13 digits. It can also be a page's address, or a site without "https://" ("cursor.com/docs").
 */
export interface FoundAddress {
  kind: "item" | "arxiv" | "isbn" | "url" | "host";
  value: string;
  start: number;
  end: number;
}

type AddressTarget = Omit<FoundAddress, "start" | "end">;

const MAX_ADDRESS_LENGTH = 2000;
const URLS = new RegExp(`\\bhttps?://[^\\s<>"'\`{}|\\\\^]{1,${MAX_ADDRESS_LENGTH}}`, "giu");
/** Matches host names with a suffix, and their paths. Only the tools' own hosts become links. */
const HOSTS =
  /(?<![\p{L}\p{N}@/._-])(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,4}[a-z]{2,24}(?![\p{L}\p{N}@-])(?:\/[^\s<>"'`{}|\\^]{0,500})?/giu;

/** Pattern that every site name, paper number and ISBN contains. */
const DOT_OR_DIGIT = /\.[a-z]|\d/iu;

const NUMBER = String.raw`(?:\d{4}\.\d{4,5}|[a-z]+(?:-[a-z]+)?(?:\.[a-z]{2})?\/\d{7})(?!\d)`;
/** Matches "arXiv:2101.00001", and the suffix of its DOIs, "10.48550/arXiv.2101.00001". */
const NAMED_PAPER = new RegExp(String.raw`\barxiv\s{0,2}[:.]?\s{0,2}(${NUMBER})(?:v\d{1,3})?`, "giu");
/** Sites that show arXiv's papers by number. */
const PAPER_PAGE = new RegExp(
  String.raw`^https?://(?:(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html|e-print)|(?:www\.)?alphaxiv\.org/(?:abs|overview)|ar5iv\.(?:labs\.arxiv\.)?org/(?:abs|html)|huggingface\.co/papers|hf\.co/papers|(?:dx\.)?doi\.org/10\.48550/arxiv\.?)[/.]?(${NUMBER})`,
  "iu",
);

/** Returns the addresses in a text, or in an address field. `origins` are this product's own. */
export function addressesIn(text: string, origins: readonly string[]): FoundAddress[] {
  const scanned = text.slice(0, MAX_SCANNED_LENGTH);
  const urls = readUrls(scanned, origins);
  // Text inside an address must not match again.
  const rest = blankOut(scanned, urls);
  // Most texts contain no other dots or numbers, and an address field contains nothing else.
  if (!DOT_OR_DIGIT.test(rest)) return urls;
  const found = [...urls, ...readPapers(rest), ...readIsbns(rest), ...readHosts(rest, origins)];
  return found.toSorted((a, b) => a.start - b.start);
}

function readUrls(text: string, origins: readonly string[]): FoundAddress[] {
  return [...text.matchAll(URLS)].flatMap((match) => {
    const url = withoutPunctuation(match[0]);
    const span = { start: match.index, end: match.index + url.length };
    return resolveTargets(url, origins).map((found) => ({ ...found, ...span }));
  });
}

function resolveTargets(url: string, origins: readonly string[]): AddressTarget[] {
  const item = itemAt(url, origins);
  if (item !== null) return [{ kind: "item", value: item }];
  const [, paper] = PAPER_PAGE.exec(url) ?? [];
  const page: AddressTarget = { kind: "url", value: url };
  return paper === undefined ? [page] : [{ kind: "arxiv", value: paper.toLowerCase() }, page];
}

/** Returns the item at an address of this product, or null for other addresses. */
function itemAt(address: string, origins: readonly string[]): string | null {
  const url = URL.parse(address);
  if (url === null || !origins.some((origin) => URL.parse(origin)?.origin === url.origin)) return null;
  const item = itemOfAddress(url.pathname, url.searchParams);
  const ref = item && formatItemRef(item);
  return itemRefSchema.safeParse(ref).success ? ref : null;
}

/** Returns the sites written without "https://". */
function readHosts(text: string, origins: readonly string[]): FoundAddress[] {
  return [...text.matchAll(HOSTS)].flatMap((match) => {
    const site = withoutPunctuation(match[0]);
    const span = { start: match.index, end: match.index + site.length };
    return resolveTargets(`https://${site}`, origins).map(({ kind, value }): FoundAddress => {
      const found: AddressTarget = kind === "url" ? { kind: "host", value: site } : { kind, value };
      return { ...found, ...span };
    });
  });
}

const readPapers = (text: string): FoundAddress[] =>
  [...text.matchAll(NAMED_PAPER)].map(({ index, 0: whole, 1: paper = "" }) => ({
    kind: "arxiv",
    value: paper.toLowerCase(),
    start: index,
    end: index + whole.length,
  }));

/** One in eleven ten-digit numbers passes as an ISBN, so those must be labelled as one. */
function readIsbns(text: string): FoundAddress[] {
  return [...text.matchAll(ISBN)].flatMap(({ index, 0: whole }): FoundAddress[] => {
    const value = toIsbn13(whole);
    const isLabelled = /isbn\P{L}{0,8}$/iu.test(text.slice(Math.max(0, index - 12), index));
    if (value === null || !(isLabelled || /^97[89]/u.test(whole))) return [];
    return [{ kind: "isbn", value, start: index, end: index + whole.length }];
  });
}

/** Replaces the parsed parts of a text with spaces. */
function blankOut(text: string, spans: readonly { start: number; end: number }[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    // Matches of several patterns may overlap.
    if (start < at) continue;
    parts.push(text.slice(at, start), " ".repeat(end - start));
    at = end;
  }
  return parts.join("") + text.slice(at);
}
