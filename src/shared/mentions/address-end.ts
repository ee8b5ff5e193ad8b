const PUNCTUATION = /[.,;:!?*_~…。，、」）]/u;
const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[" };

/** Full stops, commas and brackets behind an address are the sentence's; a bracket that the address opens is its own. */
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

/** By closing brackets, how many more of them there are than opening ones. */
function countUnopened(address: string): Map<string, number> {
  const count = (bracket: string) => address.split(bracket).length - 1;
  return new Map(Object.entries(OPENING).map(([closing, opening]) => [closing, count(closing) - count(opening)]));
}
