/** Part of a text: a mention, or the text around mentions. */
export interface TextPiece<Name> {
  text: string;
  name: Name | null;
}

interface Spelled {
  spelled: string;
}

const LETTER_BEFORE = /[\p{L}\p{N}]$/u;
const LETTER_AFTER = /^[\p{L}\p{N}]/u;

/** Returns the index of a name's first use as separate words; -1 if there is none. */
function placeOf(text: string, spelled: string): number {
  if (spelled === "") return -1;
  for (let at = text.indexOf(spelled); at !== -1; at = text.indexOf(spelled, at + 1)) {
    const end = at + spelled.length;
    // Two UTF-16 units hold any letter.
    const isInWord =
      (LETTER_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && LETTER_AFTER.test(spelled)) ||
      (LETTER_AFTER.test(text.slice(end, end + 2)) && LETTER_BEFORE.test(spelled));
    if (!isInWord) return at;
  }
  return -1;
}

/** Returns the names first used in each of several consecutive texts. */
export function namesByText<Name extends Spelled>(
  texts: readonly string[],
  names: readonly Name[],
): Name[][] {
  const byText = texts.map((): Name[] => []);
  for (const name of names) {
    const first = texts.findIndex((text) => placeOf(text, name.spelled) !== -1);
    byText[first]?.push(name);
  }
  return byText;
}

/** Splits a text at the first use of each name. If two names overlap, the longer one wins. */
export function splitByNames<Name extends Spelled>(text: string, names: readonly Name[]): TextPiece<Name>[] {
  const spans = names
    .map((name) => ({ name, start: placeOf(text, name.spelled) }))
    .filter(({ start }) => start !== -1)
    .toSorted((a, b) => a.start - b.start || b.name.spelled.length - a.name.spelled.length);
  const pieces: TextPiece<Name>[] = [];
  let end = 0;
  for (const { name, start } of spans) {
    if (start < end) continue;
    if (start > end) pieces.push({ text: text.slice(end, start), name: null });
    pieces.push({ text: name.spelled, name });
    end = start + name.spelled.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), name: null });
  return pieces;
}
