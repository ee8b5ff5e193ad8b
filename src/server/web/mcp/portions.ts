import { invalid } from "#server/errors.ts";
import { readWholeNumber } from "#shared/texts/numbers-in-text.ts";

/** The longest answer, in characters of its JSON: what an assistant takes in at once without losing the thread. */
const MAX_ANSWER_LENGTH = 25_000;
/** What an answer says besides its texts, and what JSON needs around them. */
const ROOM_FOR_THE_REST = 2500;
/** How much of that is for the texts. */
export const ROOM = MAX_ANSWER_LENGTH - ROOM_FOR_THE_REST;

/** Where to go on in a text, as an earlier answer said. */
export function readNext(next: string | undefined): number {
  const place = readWholeNumber(next ?? 0);
  if (typeof place !== "number" || place < 0)
    throw invalid("This next is invalid. Start again without it.", "next");
  return place;
}

/**
 * As much of a text from a place on as fits into so many characters of JSON, and where the rest begins; the cut is made
 * at the end of a line where one is near.
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

/** The place itself, or the one before where it is in the middle of a character. */
const wholeCharacters = (text: string, end: number): number =>
  /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end - 1 : end;

/** As many things, from the first on, as fit into so many characters of JSON; at least one. */
export function takeThatFit<Thing>(things: readonly Thing[], room: number): Thing[] {
  let length = 0;
  const end = things.findIndex((thing, index) => {
    length += JSON.stringify(thing).length + 1;
    return index > 0 && length > room;
  });
  return end === -1 ? [...things] : things.slice(0, end);
}
