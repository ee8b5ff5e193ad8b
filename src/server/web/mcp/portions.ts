import { invalid } from "#server/errors.ts";
import { readWholeNumber } from "#shared/kernel/text.ts";

/** Maximum length of an answer in characters of its JSON, which assistants can handle at once. */
const MAX_ANSWER_LENGTH = 25_000;
/** Part reserved for metadata and JSON syntax. */
const RESERVED_LENGTH = 2500;
/** Remaining length for texts. */
export const MAX_TEXT_LENGTH = MAX_ANSWER_LENGTH - RESERVED_LENGTH;

/** Parses the offset in a text from an earlier answer. */
export function readNext(next: string | undefined): number {
  const offset = readWholeNumber(next ?? 0);
  if (typeof offset !== "number" || offset < 0)
    throw invalid("This next is invalid. Start again without it.", "next");
  return offset;
}

/**
 * Returns a part of a text from an offset that fits a number of JSON characters, and the next offset. Cuts at a nearby
 * line end if there is one.
 */
export function truncate(
  text: string,
  from: number,
  maxLength: number,
): { text: string; next: string | null } {
  let end = avoidSplitCharacter(text, Math.min(text.length, from + maxLength));
  for (;;) {
    const length = JSON.stringify(text.slice(from, end)).length - 2;
    if (length <= maxLength) break;
    end = avoidSplitCharacter(text, from + Math.floor((end - from) * (maxLength / length)));
  }
  if (end >= text.length) return { text: text.slice(from), next: null };
  const line = text.lastIndexOf("\n", end - 1);
  if (line > from + (end - from) / 2) end = line + 1;
  return { text: text.slice(from, end), next: String(end) };
}

/** Returns the index, or the one before if it would split a character. */
const avoidSplitCharacter = (text: string, end: number): number =>
  /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end - 1 : end;

/** Returns the first items that fit a number of JSON characters, at least one. */
export function takeFitting<Item>(items: readonly Item[], maxLength: number): Item[] {
  let length = 0;
  const end = items.findIndex((item, index) => {
    length += JSON.stringify(item).length + 1;
    return index > 0 && length > maxLength;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
