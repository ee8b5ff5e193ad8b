/** Separator that no text contains. */
const BETWEEN = "\u0000";

/** Cache of each item's lowercase text, so that it isn't computed at every keystroke. */
const texts = new WeakMap<object, string>();

/** True if one of the item's texts contains the search, which must be trimmed and in lower case. */
export function hasText<Thing extends object>(
  thing: Thing,
  search: string,
  textsOf: (thing: Thing) => readonly (string | null)[],
): boolean {
  const known = texts.get(thing) ?? textsOf(thing).join(BETWEEN).toLowerCase();
  texts.set(thing, known);
  return known.includes(search);
}
