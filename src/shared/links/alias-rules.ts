import { countWords, foldName } from "#shared/mentions/names/names.ts";

/** Maximum number of alternative names of a tool. */
export const MAX_ALIASES = 20;
const MIN_LETTERS = 2;
const MAX_WORDS = 6;

/** Returns why texts can't be searched for a name, or null if they can. */
export function aliasProblem(alias: string): string | null {
  const letters = foldName(alias).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < MIN_LETTERS) return `Use at least ${MIN_LETTERS} letters`;
  return countWords(alias) > MAX_WORDS ? `Use at most ${MAX_WORDS} words` : null;
}
