import { compile } from "html-to-text";

import { lazy } from "#shared/kernel/lazy.ts";

import { withinReason } from "./html-depth.ts";
import { readable } from "./plain-text.ts";

const textWriter = lazy(() =>
  compile({
    wordwrap: false,
    limits: { maxDepth: 60, ellipsis: "" },
    selectors: [
      { selector: "a", options: { ignoreHref: true } },
      { selector: "img", format: "skip" },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      ...["table", "svg", "iframe", "noscript", "template"].map((selector) => ({
        selector,
        format: selector === "table" ? "block" : "skip",
      })),
      { selector: "hr", format: "skip" },
    ],
  }),
);

/** Maximum length scanned. Nobody reads more of an entry. */
const MAX_CHARS = 100_000;

/** Matches anything that HTML parsing changes, besides spaces: tags, entities, and invisible characters. */
const IS_MORE_THAN_TEXT = /[<&]|[^\P{C}\t\n\r]/u;

/** The text of a piece of HTML. What isn't HTML, such as `List<T>`, stays. HTML that was escaped twice is read twice. */
export function textOfHtml(html: string): string {
  const piece = withoutCdata(html.slice(0, MAX_CHARS));
  if (!IS_MORE_THAN_TEXT.test(piece))
    return readable(/[\t\n\r]| {2}/u.test(piece) ? piece.replaceAll(/[\t\n\r ]+/gu, " ") : piece);
  const first = escapeOtherTags(piece);
  const text = textWriter()(withinReason(first.html));
  // Within HTML, escaped tags are text, unless all of it is escaped HTML.
  if (!text.includes("<") || (first.hasMarkup && !IS_ELEMENT.test(text))) return readable(text);
  const second = escapeOtherTags(text);
  return readable(second.hasMarkup ? textWriter()(withinReason(second.html)) : text);
}

const IS_ELEMENT = /^\s*<([a-z][a-z\d]*)\b[^<>]*>[^]*<\/\1>\s*$|^\s*<(?:img|br|hr)\b[^<>]*>/iu;

const HTML_ELEMENTS: ReadonlySet<string> = new Set(
  "a abbr acronym address area article aside audio b base bdi bdo big blink blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee menu meta meter nav nobr noframes noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong style sub summary sup svg math table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr".split(
    " ",
  ),
);
const TAG = /<(\/?)([a-z][\w:.-]{0,40})([^<>]{0,300})(>?)/giu;
const HAS_ATTRIBUTE = /^\s[^]*[\w:-]=["'\w]/u;

/** Escapes what isn't a tag of HTML, and reports whether there was one. */
function escapeOtherTags(text: string): { html: string; hasMarkup: boolean } {
  let hasMarkup = text.includes("<!--");
  const ended = new Set(
    Array.from(text.matchAll(/<\/([a-z][\w:.-]{0,40})/giu), ([, name = ""]) => name.toLowerCase()),
  );
  const html = text.replaceAll(TAG, (whole, slash: string, name: string, rest: string, end: string) => {
    const element = name.toLowerCase();
    const isBare = end !== "" && /^\s*\/?$/u.test(rest);
    const isTag =
      HTML_ELEMENTS.has(element) && (element.length > 1 || slash !== "")
        ? /^[\s/]|^$/u.test(rest)
        : HAS_ATTRIBUTE.test(rest) ||
          (isBare && (HTML_ELEMENTS.has(element) || /[-:/]/u.test(name + rest) || ended.has(element)));
    hasMarkup ||= isTag;
    return isTag ? whole : `&lt;${whole.slice(1)}`;
  });
  return { html, hasMarkup };
}

/** Unwraps a text in a CDATA section that was escaped. HTML would treat it as a comment. */
export const withoutCdata = (text: string): string =>
  /^\s*<!\[CDATA\[/u.test(text) ? text.replaceAll(/^\s*<!\[CDATA\[|\]\]>\s*$/gu, "") : text;

/** Decodes entities such as `&amp;`. Leaves tags unchanged. */
export const decodeHtml = (text: string): string =>
  text.includes("&") ? textWriter()(text.replaceAll("<", "&lt;").replaceAll(/[\t\n\r ]+/gu, " ")) : text;
