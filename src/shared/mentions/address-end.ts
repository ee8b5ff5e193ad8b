const PUNCTUATION = /[.,;:!?*_~…。，、」）]/u;
const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[" };

/** Removes full stops, commas and brackets after an address. A bracket opened inside the address remains. */
export function withoutPunctuation(address: string): string {
  const unopened = countUnopened(address);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const open = unopened.get(last) ?? 0;
    if (open > 0) unopened.set(last, open - 1);
    else if (!PUNCTUATION.test(last)) break;
  }
  return address.slice(0, end);
}

/** Counts the unopened brackets, by closing bracket. */
function countUnopened(address: string): Map<string, number> {
  const count = (bracket: string) => address.split(bracket).length - 1;
  return new Map(
    Object.entries(OPENING).map(([closing, opening]) => [closing, count(closing) - count(opening)]),
  );
}
