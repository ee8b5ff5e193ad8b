import {
  cleanTags,
  normalizeLineEnds,
  optionLabel,
  readWebAddress,
  TEXT_LIMITS,
} from "#shared/kernel/text-rules.ts";
import { isImageAddress } from "#shared/pictures/image-rules.ts";

import { fitAddress } from "./addresses.ts";
import {
  accept,
  type Adjustment,
  type CellReader,
  type CellReading,
  cleanText,
  isLongerThan,
  fitText,
  reject,
  tooLongReason,
  UNREADABLE,
} from "./adjustments.ts";
import { isRecord } from "./files/json-text.ts";

// Cells can have any type: text in a CSV, anything in JSON. A reader returns a value for its field, and reports what it
// dropped.

const isPlain = (cell: unknown) =>
  typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean";

// Exports of tables with linked rows contain objects in cells. These keys have their names.
const NAME_KEYS: ReadonlySet<string> = new Set(
  "name title label value text plain_text tag note identifier".split(" "),
);
/** Matches keys such as `categoryName`. */
const ENDS_IN_NAME = /[a-z](?:Name|_name|Title|_title)$/u;

/** Returns the text of a cell, or the name of an object in it. Undefined if there is neither. */
function itemText(cell: unknown): string | undefined {
  if (isPlain(cell)) return String(cell);
  if (!isRecord(cell)) return undefined;
  const plain = Object.entries(cell).filter(([, value]) => isPlain(value));
  const nameEntry =
    plain.find(([key]) => NAME_KEYS.has(key)) ?? plain.find(([key]) => ENDS_IN_NAME.test(key));
  return nameEntry && String(nameEntry[1]);
}

/** Keys under which APIs wrap a value or a list of values: GraphQL, Strapi, Notion. */
const WRAPPER_KEYS = ["nodes", "edges", "node", "data", "attributes"];
const MAX_DEPTH = 6;

/** Unwraps values such as `{ nodes: […] }`, `{ data: { attributes: … } }` and `{ type: "select", select: … }`. */
function unwrap(cell: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return cell;
  if (Array.isArray(cell)) return cell.map((item: unknown) => unwrap(item, depth + 1));
  if (!isRecord(cell) || itemText(cell) !== undefined) return cell;
  const keys = typeof cell["type"] === "string" ? [cell["type"], ...WRAPPER_KEYS] : WRAPPER_KEYS;
  const inner = keys.map((key) => cell[key]).find((value) => typeof value === "object" && value !== null);
  return inner === undefined ? cell : unwrap(inner, depth + 1);
}

/** Returns the texts of a list, or the text of another cell. Undefined if one is unreadable. */
function itemTexts(cell: unknown): string[] | undefined {
  const value = unwrap(cell);
  const texts = (Array.isArray(value) ? value : [value]).map(itemText);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** Returns a cell's text on one line: line breaks and tabs become spaces. Undefined if it has none. */
export function lineIn(cell: unknown): string | undefined {
  const text = itemTexts(cell)?.join(", ").trim();
  return text?.replaceAll(/\s+/gu, (space) => (/[\r\n\t]/u.test(space) ? " " : space));
}

/** Creates a reader for one line of at most `max` characters. */
export const lineReader =
  (max: number): CellReader =>
  (cell) => {
    const text = lineIn(cell);
    return text === undefined ? UNREADABLE : fitText(text, max);
  };

/** Returns multi-line text, with one line for each item of a list. Undefined if the cell has none. */
export const proseIn = (cell: unknown): string | undefined => {
  const texts = itemTexts(cell);
  return texts && normalizeLineEnds(texts.join("\n"));
};

/** Creates a reader for multi-line text of at most `max` characters. */
export const proseReader =
  (max: number): CellReader =>
  (cell) => {
    const text = proseIn(cell);
    return text === undefined ? UNREADABLE : fitText(text, max);
  };

/** Reads a text that is useful only if complete. The schema rejects it if it is too long. */
export const untruncatedProse: CellReader = (cell) => {
  const text = proseIn(cell);
  return text === undefined ? UNREADABLE : cleanText(text);
};

const isWebAddress = (address: string) => readWebAddress(address) !== undefined;

export const addressCell: CellReader = (cell) => fitAddress(cell, isWebAddress);

/** Reads an image address: a path on this server, or a web address. */
export const imageAddressCell: CellReader = (cell) => {
  const path = typeof cell === "string" ? cell.trim() : "";
  return path.startsWith("/") && isImageAddress(path) ? accept(path) : fitAddress(cell, isImageAddress);
};

/** Creates a reader for addresses in StackLoop's own files. Valid ones remain unchanged. */
export const exactAddressReader =
  (reader: CellReader): CellReader =>
  (cell) =>
    typeof cell === "string" && isImageAddress(cell.trim()) ? accept(cell.trim()) : reader(cell);

/**
 * Returns the option for a text, in lower case. Matches the label, or the first word of exactly one option (`Text` for
 * `text-generation`).
 */
export function optionValue(options: readonly string[], text: string): string {
  const value = text.toLowerCase();
  if (options.includes(value)) return value;
  const optionWithLabel = options.find((option) => optionLabel(option).toLowerCase() === value);
  const [begun, another] = options.filter((option) => option.startsWith(`${value}-`));
  return optionWithLabel ?? (another === undefined ? begun : undefined) ?? value;
}

const FIRST_OF_SEVERAL: Adjustment = { kind: "split", words: "partly imported: the first of several values" };
const VALUE_SEPARATOR = /[;|,\n]/u;

/** Creates a reader for an industry or a modality. Uses the first if a cell has several. */
export const optionReader =
  (valueOf: (text: string) => string): CellReader =>
  (cell) => {
    const texts = itemTexts(cell)?.map((text) => lineIn(cleanText(text).value) ?? "");
    const [text, another] = texts?.filter((item) => item !== "") ?? [];
    if (text === undefined) return UNREADABLE;
    const value = valueOf(text);
    if (!isLongerThan(value, TEXT_LIMITS.tag)) {
      return another === undefined ? accept(value) : accept(value, FIRST_OF_SEVERAL);
    }
    const first = valueOf(text.split(VALUE_SEPARATOR, 1).join("").trim());
    if (first !== "" && !isLongerThan(first, TEXT_LIMITS.tag)) return accept(first, FIRST_OF_SEVERAL);
    return reject(tooLongReason(TEXT_LIMITS.tag));
  };

// The first of these that occurs in a cell separates its tags, so that "a, b; c" is two tags.
const TAG_SEPARATORS = ["\n", ";", "|", ","];
const ANY_SEPARATOR = /[\n;|,/•·]/u;

/** Returns tags from a list, or from text split at any of the separators. */
function tagsIn(cell: unknown): string[] | undefined {
  const value = unwrap(cell);
  if (Array.isArray(value)) return itemTexts(value);
  const text = itemText(value)
    ?.trim()
    .replace(/^\[(.*)\]$/su, "$1");
  const separator = TAG_SEPARATORS.find((candidate) => text?.includes(candidate)) ?? ",";
  return text?.split(separator).map((tag) =>
    tag
      .trim()
      .replace(/^(["'])(.*)\1$/u, "$2")
      .replace(/(?<![\s,;|])[\s,;|]+$/u, ""),
  );
}

const TOO_LONG_TAG: Adjustment = {
  kind: "omitted",
  words: `partly left out: ${tooLongReason(TEXT_LIMITS.tag)}`,
};
const SPLIT_TAG: Adjustment = { kind: "split", words: `split: ${tooLongReason(TEXT_LIMITS.tag)}` };
const TOO_MANY_TAGS: Adjustment = { kind: "cut", words: `cut: more than ${TEXT_LIMITS.tags}` };

/** Adjusts tags: splits or drops long ones, and drops those above the limit. */
function fitTags(tags: readonly string[]): CellReading {
  const adjustments = new Set<Adjustment>();
  const shortTags = cleanTags(tags).flatMap((tag) => {
    const { value, adjustments: cleaning } = cleanText(tag.replaceAll(/[\r\n\t]+/gu, " "));
    for (const adjustment of cleaning) adjustments.add(adjustment);
    if (!isLongerThan(value, TEXT_LIMITS.tag)) return [value];
    const parts = value.split(ANY_SEPARATOR).map((part) => part.trim());
    const shortParts = parts.filter((part) => !isLongerThan(part, TEXT_LIMITS.tag));
    adjustments.add(shortParts.length === parts.length ? SPLIT_TAG : TOO_LONG_TAG);
    return parts.length > 1 ? shortParts : [];
  });
  const remainingTags = cleanTags(shortTags);
  if (remainingTags.length > TEXT_LIMITS.tags) adjustments.add(TOO_MANY_TAGS);
  if (remainingTags.length === 0 && adjustments.size > 0) return reject(tooLongReason(TEXT_LIMITS.tag));
  return accept(remainingTags.slice(0, TEXT_LIMITS.tags), ...adjustments);
}

export const tagsCell: CellReader = (cell) => {
  const tags = tagsIn(cell);
  return tags === undefined ? UNREADABLE : fitTags(tags);
};

/** Reads tags in lower case. */
export const lowercaseTagsCell: CellReader = (cell) => {
  const tags = tagsIn(cell);
  return tags === undefined ? UNREADABLE : fitTags(tags.map((tag) => tag.toLowerCase()));
};

/** Reads tags from a StackLoop export, unchanged. */
export const exactTagsCell: CellReader = (cell) =>
  typeof cell === "string" ? fitTags(cell.split("; ")) : tagsCell(cell);
