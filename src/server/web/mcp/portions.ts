import { invalid } from "#server/errors.ts";
import { readWholeNumber } from "#shared/kernel/text.ts";

/** Maximum length of an answer in characters of its JSON, which assistants can handle at once. */
const MAX_ANSWER_LENGTH = 25_000;
/** Part reserved for metadata and JSON syntax. */
const ROOM_FOR_THE_REST = 2500;
/** Remaining length for texts. */
export const ROOM = MAX_ANSWER_LENGTH - ROOM_FOR_THE_REST;

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
export function truncate(text: string, from: number, room: number): { text: string; next: string | null } {
  let end = wholeCharacters(text, Math.min(text.length, from + room));
  for (;;) {
    const length = JSON.stringify(text.slice(from, end)).length - 2;
    if (length <= room) break;
    end = wholeCharacters(text, from + Math.floor((end - from) * (room / length)));
  }
  if (end >= text.length) return { text: text.slice(from), next: null };
  const line = text.lastIndexOf("\n", end - 1);
  if (line > from + (end - from) / 2) end = line + 1;
  return { text: text.slice(from, end), next: String(end) };
}

/** Returns the index, or the one before if it would split a character. */
const wholeCharacters = (text: string, end: number): number =>
  /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end - 1 : end;

/** Returns the first items that fit a number of JSON characters, at least one. */
export function takeThatFit<Item>(items: readonly Item[], room: number): Item[] {
  let length = 0;
  const end = items.findIndex((item, index) => {
    length += JSON.stringify(item).length + 1;
    return index > 0 && length > room;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
