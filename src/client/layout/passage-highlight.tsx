import { useEffect } from "react";

import { findPassage } from "#client/ui/text/find-passage.ts";

const NAME = "passage";
// The build's CSS optimizer warns about this pseudo-element.
const STYLE = `::highlight(${NAME}) { background-color: var(--color-warning-soft); color: var(--color-warning-ink); }`;
/** Related items quote passages too, and load before the discussion. */
const RELATED = "[data-related]";
/** The item and its discussion may load late. */
const SEARCH_MS = 10_000;

/** Adds the style of the highlight to the page, once. */
const addStyle = () => {
  if (document.adoptedStyleSheets.some(({ cssRules }) => cssRules[0]?.cssText.includes(`(${NAME})`))) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
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
      const range = root && findPassage(root, passage, RELATED);
      if (!range) return;
      // Shown again when its text was rendered again.
      if ("highlights" in CSS) CSS.highlights.set(NAME, new Highlight(range));
      if (!isShown) scrollTo(range.startContainer.parentElement);
      isShown = true;
    }
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(show);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    frame = requestAnimationFrame(show);
    const timer = setTimeout(() => observer.disconnect(), SEARCH_MS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      observer.disconnect();
      if ("highlights" in CSS) CSS.highlights.delete(NAME);
    };
  }, [passage]);
  return null;
}
