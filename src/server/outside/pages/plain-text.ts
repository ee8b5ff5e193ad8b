/** Matches what `readable` removes. Most texts contain none of it. */
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const UNREADABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\ufeff]|^\s|\s$|[^\S\n]\n|\n[^\S\n]|\n{3}/u;

/** Cleans a text of several lines: no control characters, no trailing spaces, at most one empty line. */
export const cleanText = (text: string): string =>
  text.isWellFormed() && !UNREADABLE.test(text)
    ? text
    : text
        .toWellFormed()
        // eslint-disable-next-line no-control-regex -- finding control characters is the point
        .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\ufeff]/gu, "")
        .split("\n")
        .map((row) => row.trim())
        .join("\n")
        .replaceAll(/\n{3,}/gu, "\n\n")
        .trim();

/** Cleans a text to one line: breaks and runs of spaces become one space. */
export const oneLine = (text: string): string =>
  cleanText(/[^\S ]| {2}/u.test(text) ? text.replaceAll(/\s+/gu, " ") : text);

/** Truncates a text at a word to at most `max` characters, with an ellipsis. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max || findCharactersEnd(text, max) === text.length) return text;
  const cut = text.slice(0, findCharactersEnd(text, max - 1));
  const lastSpace = cut.lastIndexOf(" ");
  return `${cut.slice(0, lastSpace > max / 2 ? lastSpace : cut.length).trimEnd()}…`;
}

/** Returns the end of a text's first characters. Some take two code units. */
function findCharactersEnd(text: string, chars: number): number {
  let end = 0;
  for (let letter = 0; letter < chars && end < text.length; letter += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}
