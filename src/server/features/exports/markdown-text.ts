/**
 * Matches characters that begin emphasis, code, links, images, tables or math, or would create unintended links or
 * emoji.
 */
const INLINE = /[\\`*_[\]|~$!]|:(?=\S)/g;
/** Matches characters that make a line a heading, list or underline. */
const LINE_START = /^[#+=-]/;
const NUMBERED_START = /^(\d+)([.)])/;

const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);

/** Escapes a line of plain text as Markdown that shows exactly this text: no markup, no HTML, no Marp directive. */
export function escapeLine(text: string): string {
  return text
    .trim()
    .replaceAll(/[&<>]/g, (character) => ENTITIES.get(character) ?? character)
    .replaceAll(INLINE, String.raw`\$&`)
    .replace(LINE_START, String.raw`\$&`)
    .replace(NUMBERED_START, String.raw`$1\$2`);
}

/** The same for text of several lines. Each becomes a paragraph. */
export function escapeProse(text: string): string {
  return text
    .split("\n")
    .map(escapeLine)
    .filter((line) => line !== "")
    .join("\n\n");
}
