/**
 * How a text is wrapped: Chrome puts a new text into new elements; some extensions move the existing text.
 */
export type Wrapping = "replace" | "move";

export interface PageTranslation {
  /** Texts that changed after their removal from the page, so that nobody sees the change. */
  unseenChanges: string[];
  /** Wraps new texts now, instead of in the observer. */
  wrapNow(): void;
  stop(): void;
}

/**
 * Wraps every text of the page in `<font>` elements, at once and on every change, like a browser's translation. It
 * needs nothing from outside, so it also runs in a page as an init script.
 */
export function translatePage(root: Node, wrapping: Wrapping): PageTranslation {
  const SKIPPED = "script, style, textarea, option, title, noscript, svg, math, font";
  const unseenChanges: string[] = [];
  const taken = new MutationObserver((records) => {
    for (const { target } of records) if (!target.isConnected) unseenChanges.push(target.nodeValue ?? "");
  });

  function wrap(text: Text) {
    const parent = text.parentElement;
    if (!parent || text.data === "" || parent.closest(SKIPPED)) return;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    if (wrapping === "replace") {
      inner.append(text.data);
      text.replaceWith(outer);
      taken.observe(text, { characterData: true });
    } else {
      text.replaceWith(outer);
      inner.append(text);
    }
  }

  function wrapNow() {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    texts.forEach(wrap);
  }

  const observer = new MutationObserver(wrapNow);
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  wrapNow();
  return { unseenChanges, wrapNow, stop: () => observer.disconnect() };
}
