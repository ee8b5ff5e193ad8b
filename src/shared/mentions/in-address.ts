/** Addresses are longer, but what shows that they are some stands in front. */
const LONGEST_LOOK_BACK = 300;
const BEGINS_ADDRESS = /(?:\/\/|@|www\.)\S*$/u;
/** The rest of a host or the ending of a file. */
const GOES_ON = /^\.\p{Ll}{2,}(?!\p{L})/u;
const ADDRESS_ENDS = /\s/u;
const LETTER = /\p{L}/u;

/** True where a word is part of an address, a file's name or an abbreviation: there its letters say nothing of it. */
export function isInAddress(text: string, { start, end }: { start: number; end: number }): boolean {
  if (text.charAt(end) === "." && GOES_ON.test(text.slice(end, end + 12))) return true;
  const before = text.charAt(start - 1);
  // The D of "Ph.D.", the S of "U.S.".
  if (before === "." && end - start < 3 && LETTER.test(text.charAt(start - 2))) return true;
  if (before === "" || ADDRESS_ENDS.test(before)) return false;
  return BEGINS_ADDRESS.test(text.slice(Math.max(0, start - LONGEST_LOOK_BACK), start));
}
