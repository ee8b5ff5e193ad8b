import type { TitleHeads } from "./title-heads.ts";
import { readWords } from "./words.ts";

/** Shorter titles are everyday phrases. */
export const WORDS_OF_LONG_TITLE = 4;

/** Returns the beginning of a title long enough to search for, or null for a shorter one. */
export function headOf(title: string): string | null {
  const { folded } = readWords(title);
  return folded.length < WORDS_OF_LONG_TITLE ? null : headAt(folded, 0);
}

/** Returns every run of words in a text that may begin a title, limited to those possible in `heads`. */
export function headsIn(text: string, heads?: TitleHeads): Set<string> {
  const { folded } = readWords(text);
  const places = heads?.placesIn(folded, WORDS_OF_LONG_TITLE) ?? folded.slice(WORDS_OF_LONG_TITLE - 1).keys();
  return new Set(Array.from(places, (place) => headAt(folded, place)));
}

const headAt = (folded: readonly string[], place: number): string =>
  folded.slice(place, place + WORDS_OF_LONG_TITLE).join(" ");
