import { countWords, foldName } from "#shared/mentions/names.ts";

/** How many other names a tool may have. */
export const MAX_ALIASES = 20;
const MIN_LETTERS = 2;
const MAX_WORDS = 6;

/** Why texts can't be searched for a name; null where they can. */
export function aliasProblem(alias: string): string | null {
  const letters = foldName(alias).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < MIN_LETTERS) return `Use at least ${MIN_LETTERS} letters`;
  return countWords(alias) > MAX_WORDS ? `Use at most ${MAX_WORDS} words` : null;
}
