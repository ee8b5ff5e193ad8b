import { useEffect } from "react";

const HIGHLIGHT_NAME = "passage";
// Added by script, because the build's CSS optimizer warns about this pseudo-element.
const HIGHLIGHT_STYLE = `::highlight(${HIGHLIGHT_NAME}) { background-color: var(--color-warning-soft); color: var(--color-warning-ink); }`;
/** Sections of related items. They quote passages too, and load before the discussion. */
const RELATED_SELECTOR = "[data-related]";
/** Time in milliseconds during which a passage may appear, because the item and its discussion may load late. */
const SEARCH_TIMEOUT_MS = 10_000;

/** Adds the style of the highlight to the page, once. */
const addStyle = () => {
  if (
    document.adoptedStyleSheets.some(({ cssRules }) => cssRules[0]?.cssText.includes(`(${HIGHLIGHT_NAME})`))
  )
    return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(HIGHLIGHT_STYLE);
  document.adoptedStyleSheets.push(sheet);
};

/** Scrolls a passage to the middle of the window, or its comment to the top, so that replies are visible. */
function scrollTo(element: Element | null) {
  const comment = element?.closest("li[aria-level]");
  if (comment) comment.scrollIntoView({ block: "start" });
  else element?.scrollIntoView({ block: "center" });
}

/** Scrolls to a passage of the open item and highlights it until the next page or dialog. */
export function PassageHighlight({ passage }: { passage: string }) {
  useEffect(() => {
    addStyle();
    let isShown = false;
    let frame = 0;
    function show() {
      const root = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.querySelector("main");
      const range = root && findPassage(root, passage, RELATED_SELECTOR);
      if (!range) return;
      // Repeated, because a new render of the text removes the highlight.
      if ("highlights" in CSS) CSS.highlights.set(HIGHLIGHT_NAME, new Highlight(range));
      if (!isShown) scrollTo(range.startContainer.parentElement);
      isShown = true;
    }
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(show);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    frame = requestAnimationFrame(show);
    const timer = setTimeout(() => observer.disconnect(), SEARCH_TIMEOUT_MS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      observer.disconnect();
      if ("highlights" in CSS) CSS.highlights.delete(HIGHLIGHT_NAME);
    };
  }, [passage]);
  return null;
}

/** Only letters and digits are compared, because formatting, white space and punctuation may be shown differently. */
const LETTER = /[\p{L}\p{N}]/u;

const foldLetters = (text: string): string[] =>
  Array.from(text.toLowerCase()).filter((letter) => LETTER.test(letter));

/**
 * Finds a passage in an element's text, even across child elements. Skips elements that match the selector `excluded`.
 * Returns null if the passage isn't shown.
 */
export function findPassage(root: Element, passage: string, excluded?: string): Range | null {
  const passageLetters = foldLetters(passage).join("");
  if (passageLetters === "") return null;
  let allLetters = "";
  /** Position of each UTF-16 unit of `allLetters` in its text node. */
  const letterPositions: { node: Node; start: number; end: number }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (excluded !== undefined && node.parentElement?.closest(excluded)) continue;
    let start = 0;
    for (const shown of node.textContent ?? "") {
      const end = start + shown.length;
      for (const letter of foldLetters(shown)) {
        allLetters += letter;
        for (let unit = 0; unit < letter.length; unit += 1) letterPositions.push({ node, start, end });
      }
      start = end;
    }
  }
  const found = allLetters.indexOf(passageLetters);
  const first = letterPositions[found];
  const last = letterPositions[found + passageLetters.length - 1];
  if (found === -1 || !first || !last) return null;
  const range = document.createRange();
  range.setStart(first.node, first.start);
  range.setEnd(last.node, last.end);
  return range;
}
