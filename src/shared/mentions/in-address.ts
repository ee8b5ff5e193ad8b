/** Addresses can be longer, but their recognizable part is at the front. */
const LONGEST_LOOK_BACK = 300;
const BEGINS_ADDRESS = /(?:\/\/|@|www\.)\S*$/u;
/** Matches the rest of a host, or a file extension. */
const GOES_ON = /^\.\p{Ll}{2,}(?!\p{L})/u;
const ADDRESS_ENDS = /\s/u;
const LETTER = /\p{L}/u;

/** True if a word is part of an address, a file name or an abbreviation. Its capitals are no evidence there. */
export function isInAddress(text: string, { start, end }: { start: number; end: number }): boolean {
  if (text.charAt(end) === "." && GOES_ON.test(text.slice(end, end + 12))) return true;
  const before = text.charAt(start - 1);
  // The D in "Ph.D.", the S in "U.S.".
  if (before === "." && end - start < 3 && LETTER.test(text.charAt(start - 2))) return true;
  if (before === "" || ADDRESS_ENDS.test(before)) return false;
  return BEGINS_ADDRESS.test(text.slice(Math.max(0, start - LONGEST_LOOK_BACK), start));
}
