/** Addresses are longer, but what shows that they are some stands in front. */
const LONGEST_LOOK_BACK = 300;
const BEGINS_ADDRESS = /(?:\/\/|@|www\.)\S*$/u;
/** The rest of a host or the ending of a file. */
const GOES_ON = /^\.\p{Ll}{2,}(?!\p{L})/u;
const ADDRESS_ENDS = /\s/u;

/** True where a word is part of a web or mail address, or of a file's name: there it is small whatever it means. */
export function isInAddress(text: string, { start, end }: { start: number; end: number }): boolean {
  if (text.charAt(end) === "." && GOES_ON.test(text.slice(end, end + 12))) return true;
  const before = text.charAt(start - 1);
  if (before === "" || ADDRESS_ENDS.test(before)) return false;
  return BEGINS_ADDRESS.test(text.slice(Math.max(0, start - LONGEST_LOOK_BACK), start));
}
