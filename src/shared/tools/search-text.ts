/** No text holds what parts them. */
const BETWEEN = "\u0000";

/** The lowercase texts of each thing that was searched, for as long as it is there: made once, not with every key. */
const texts = new WeakMap<object, string>();

/** True where the search, trimmed and in lower case, stands in one of the texts of a thing. */
export function hasText<Thing extends object>(
  thing: Thing,
  search: string,
  textsOf: (thing: Thing) => readonly (string | null)[],
): boolean {
  const known = texts.get(thing) ?? textsOf(thing).join(BETWEEN).toLowerCase();
  texts.set(thing, known);
  return known.includes(search);
}
