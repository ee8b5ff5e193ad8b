import { readWords } from "./words.ts";

/** Shorter titles are everyday phrases. */
export const WORDS_OF_LONG_TITLE = 4;

/** The beginning of a title that is long enough to be searched for in texts; null for a shorter one. */
export function headOf(title: string): string | null {
  const { folded } = readWords(title);
  return folded.length < WORDS_OF_LONG_TITLE ? null : folded.slice(0, WORDS_OF_LONG_TITLE).join(" ");
}

/** Every run of words in a text that may be the beginning of a title. */
export function headsIn(text: string): Set<string> {
  const { folded } = readWords(text);
  const heads = new Set<string>();
  for (let place = 0; place + WORDS_OF_LONG_TITLE <= folded.length; place += 1)
    heads.add(folded.slice(place, place + WORDS_OF_LONG_TITLE).join(" "));
  return heads;
}
