import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { findBestIsbn } from "#shared/readings/isbn.ts";
import { firstNameFirst, isAmbiguousList, splitNames } from "#shared/readings/person-name.ts";
import { decodeReferences } from "#shared/texts/character-references.ts";

import {
  accept,
  type CellReader,
  isLongerThan,
  fitText,
  reject,
  tooLongReason,
  UNREADABLE,
} from "./adjustments.ts";
import { lineIn, proseIn } from "./cells.ts";
import { isRecord } from "./files/json-text.ts";

/** Valid years of a book or article. Years before the common era are negative. */
export const READING_YEARS = { min: -5000, max: 2100 } as const;

const WHOLE_NUMBER = /^[-−]?\d{1,4}(?:\.0+)?$/u;
// Matches the year of a date. Excludes unknown dates, which programs write as 0101-01-01 or 0000-00-00.
const FULL_YEAR = /(?<!\d)[1-9]\d{3}(?!\d)/u;

/** Returns a year, or the first one in a date such as 2019-03-05 or "May 1979". Undefined if there is none. */
export function yearOf(cell: unknown): number | undefined {
  if (typeof cell === "number") return cell;
  if (isRecord(cell)) return yearOf(dateIn(cell));
  const text = lineIn(cell) ?? "";
  if (WHOLE_NUMBER.test(text)) return Number(text.replace("−", "-"));
  const year = FULL_YEAR.exec(text)?.[0];
  return year === undefined ? undefined : Number(year);
}

/** Returns the year of CSL-JSON's `{ "date-parts": [[2019, 5]] }`, or the text of another date. */
function dateIn(cell: Readonly<Record<string, unknown>>): unknown {
  const { "date-parts": parts, raw, date, start } = cell;
  const [first]: unknown[] = Array.isArray(parts) ? parts : [];
  const [year]: unknown[] = Array.isArray(first) ? first : [];
  return year ?? raw ?? date ?? start ?? lineIn(cell);
}

/** Reads a valid year of a reading. */
export const yearCell: CellReader = (cell) => {
  const year = yearOf(cell);
  const isYear =
    Number.isInteger(year) && Number(year) >= READING_YEARS.min && Number(year) <= READING_YEARS.max;
  return isYear ? accept(year) : reject("not a year");
};

/** Reads the names of authors, first names first. Drops the last authors if the list is too long. */
export const authorCell: CellReader = (cell) => {
  if (typeof cell === "object" && cell !== null) {
    const names = authorsIn(cell).map((person) => nameOf(person));
    const nonEmptyNames = names.filter((name) => name !== undefined && name !== "");
    return nonEmptyNames.length === 0 ? UNREADABLE : exactAuthorCell(nonEmptyNames.join(", "));
  }
  const text = lineIn(cell);
  if (text === undefined) return UNREADABLE;
  const isOrderUnclear = text.length > MAX_ORDERED_LENGTH || isAmbiguousList(text);
  return exactAuthorCell(isOrderUnclear ? text : inNaturalOrder(text));
};

/** Maximum length of a list of authors whose names are reordered. Longer lists are truncated anyway. */
export const MAX_ORDERED_LENGTH = 5000;

/** Returns the authors of a list. In Zotero's lists, drops editors and translators. */
function authorsIn(cell: object): readonly unknown[] {
  const persons: readonly unknown[] = Array.isArray(cell) ? cell : [cell];
  const authors = persons.filter((person) => isRecord(person) && person["creatorType"] === "author");
  return authors.length > 0 ? authors : persons;
}

/** Keys of first and last names: of CSL-JSON, Zotero and schema.org. */
const NAME_PARTS = [
  ["given", "family"],
  ["firstName", "lastName"],
  ["givenName", "familyName"],
] as const;

/** Returns the name of a person or institution: a text, or an object such as `{ given, family }`. */
function nameOf(person: unknown): string | undefined {
  if (!isRecord(person)) {
    const text = lineIn(person);
    return text && firstNameFirst(text, { isSingle: true });
  }
  if (isRecord(person["author"])) return nameOf(person["author"]);
  const parts = NAME_PARTS.map((keys) => keys.flatMap((key) => lineIn(person[key]) ?? []).join(" "));
  const name = parts.find((part) => part !== "") ?? lineIn(person["literal"]) ?? lineIn(person);
  return name && firstNameFirst(name, { isSingle: true });
}

/** Returns "Ana Li, Bo Ray" for "Li, Ana; Ray, Bo". Other lists with commas are unchanged. */
export function inNaturalOrder(text: string): string {
  const names = splitNames(text);
  const isSingle = names.length > 1;
  return names
    .map((name) => firstNameFirst(name, { isSingle }))
    .filter((name) => name !== "")
    .join(", ");
}

/** Reads the names of authors unchanged. Drops the last authors if the list is too long. */
export const exactAuthorCell: CellReader = (cell) => {
  const text = lineIn(cell);
  if (text === undefined) return UNREADABLE;
  const reading = fitText(text, TEXT_LIMITS.name);
  if (!isLongerThan(text, TEXT_LIMITS.name)) return reading;
  const ending = ", et al.";
  const names = fitText(text, TEXT_LIMITS.name - ending.length).value;
  const end = typeof names === "string" ? names.lastIndexOf(", ") : -1;
  return end < 1 ? reading : { ...reading, value: `${String(names).slice(0, end)}${ending}` };
};

/** Reads an ISBN, or one of several. LibraryThing puts it in brackets, even if it is empty. */
export const isbnCell: CellReader = (cell) => {
  const text = lineIn(cell)?.replace(/^\[(.*)\]$/u, "$1");
  if (text === undefined) return UNREADABLE;
  const { isbn, count } = findBestIsbn(text);
  if (count < 2 && !isLongerThan(text, TEXT_LIMITS.tag)) return fitText(text, TEXT_LIMITS.tag);
  if (isbn === undefined) return reject(tooLongReason(TEXT_LIMITS.tag));
  return accept(isbn, { kind: "split", words: "partly imported: one of several ISBNs" });
};

/** Matches HTML. Excludes texts that only mention tags, such as "Wrap it in <div>…</div>". */
const IS_HTML =
  /<br\s*\/?>|^\s*<(?:p|div|span|a|b|strong|i|em|u|s|spoiler|blockquote|ul|ol|h[1-6])(?:\s[^<>]*)?>/iu;
const TAG =
  /<(\/?)(br|p|div|blockquote|ul|ol|li|h[1-6])(?:\s[^<>]*)?\/?>|<\/?(?:span|a|b|strong|i|em|u|s|sub|sup|spoiler)(?:\s[^<>]*)?>/giu;

/** Returns the text of notes that other programs wrote as HTML, with its paragraphs and lists. */
export function withoutMarkup(text: string): string {
  if (!IS_HTML.test(text)) return text;
  const plain = text.replaceAll(TAG, (_, end?: string, block?: string) => {
    if (block === undefined) return "";
    if (block.toLowerCase() === "li") return end === "" ? "\n- " : "";
    return /^(?:p|h\d)$/iu.test(block) ? "\n\n" : "\n";
  });
  const lines = decodeReferences(plain).split("\n");
  return lines
    .map((line) => line.trim())
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim();
}

/** Reads notes. Goodreads, StoryGraph and Zotero write them as HTML. */
export const notesCell: CellReader = (cell) => {
  const text = proseIn(cell);
  return text === undefined ? UNREADABLE : fitText(withoutMarkup(text), TEXT_LIMITS.notes);
};
