import type { TitleHeads } from "./title-heads.ts";
import { readWords } from "./words.ts";

/** Shorter titles are everyday phrases. */
export const WORDS_OF_LONG_TITLE = 4;

/** The beginning of a title that is long enough to be searched for in texts; null for a shorter one. */
export function headOf(title: string): string | null {
  const { folded } = readWords(title);
  return folded.length < WORDS_OF_LONG_TITLE ? null : headAt(folded, 0);
}

/** Every run of words in a text that may be the beginning of a title; of those, the ones that `heads` may have. */
export function headsIn(text: string, heads?: TitleHeads): Set<string> {
  const { folded } = readWords(text);
  const places = heads?.placesIn(folded, WORDS_OF_LONG_TITLE) ?? folded.slice(WORDS_OF_LONG_TITLE - 1).keys();
  return new Set(Array.from(places, (place) => headAt(folded, place)));
}

const headAt = (folded: readonly string[], place: number): string =>
  folded.slice(place, place + WORDS_OF_LONG_TITLE).join(" ");
