/** Letters and digits alone: formatting, white space and punctuation may be shown in another way. */
const LETTER = /[\p{L}\p{N}]/u;

const foldLetters = (text: string): string[] =>
  Array.from(text.toLowerCase()).filter((letter) => LETTER.test(letter));

/**
 * Finds a passage in the texts of an element, across its children but not in those that match the selector `outside`.
 * Returns null if it isn't shown.
 */
export function findPassage(root: Element, passage: string, outside?: string): Range | null {
  const wanted = foldLetters(passage).join("");
  if (wanted === "") return null;
  let chars = "";
  /** Position of each UTF-16 unit of `letters` in its text node. */
  const units: { node: Node; start: number; end: number }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (outside !== undefined && node.parentElement?.closest(outside)) continue;
    let start = 0;
    for (const shown of node.textContent ?? "") {
      const end = start + shown.length;
      for (const letter of foldLetters(shown)) {
        chars += letter;
        for (let unit = 0; unit < letter.length; unit += 1) units.push({ node, start, end });
      }
      start = end;
    }
  }
  const found = chars.indexOf(wanted);
  const first = units[found];
  const last = units[found + wanted.length - 1];
  if (found === -1 || !first || !last) return null;
  const range = document.createRange();
  range.setStart(first.node, first.start);
  range.setEnd(last.node, last.end);
  return range;
}
