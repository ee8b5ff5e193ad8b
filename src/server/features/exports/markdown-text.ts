/** What begins emphasis, code, links, images, tables, maths, or a link or emoji that nobody wrote. */
const INLINE = /[\\`*_[\]|~$!]|:(?=\S)/g;
/** What makes a heading, list or underline out of the line that it begins. */
const LINE_START = /^[#+=-]/;
const NUMBERED_START = /^(\d+)([.)])/;

const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);

/** One line of plain text as Markdown that shows just this text: no markup, no HTML, no Marp directive. */
export function escapeLine(text: string): string {
  return text
    .trim()
    .replaceAll(/[&<>]/g, (character) => ENTITIES.get(character) ?? character)
    .replaceAll(INLINE, String.raw`\$&`)
    .replace(LINE_START, String.raw`\$&`)
    .replace(NUMBERED_START, String.raw`$1\$2`);
}

/** The same for text of several lines: each becomes a paragraph. */
export function escapeProse(text: string): string {
  return text
    .split("\n")
    .map(escapeLine)
    .filter((line) => line !== "")
    .join("\n\n");
}
