import { compile } from "html-to-text";

import { lazy } from "#shared/kernel/lazy.ts";

import { cleanText } from "./plain-text.ts";

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

/** Maximum length to scan. Nobody reads more of an entry. */
const MAX_CHARS = 100_000;

/** Matches everything that HTML parsing changes except spaces: tags, entities, and invisible characters. */
const CHANGED_BY_PARSING = /[<&]|[^\P{C}\t\n\r]/u;

/**
 * Returns the plain text of HTML. Preserves angle brackets that aren't HTML, such as `List<T>`. Parses HTML twice if it
 * was escaped twice.
 */
export function textOfHtml(html: string): string {
  const piece = withoutCdata(html.slice(0, MAX_CHARS));
  if (!CHANGED_BY_PARSING.test(piece))
    return cleanText(/[\t\n\r]| {2}/u.test(piece) ? piece.replaceAll(/[\t\n\r ]+/gu, " ") : piece);
  const first = escapeOtherTags(piece);
  const text = textWriter()(truncateExcess(first.html));
  // Within HTML, escaped tags are text, unless all of it is escaped HTML.
  if (!text.includes("<") || (first.hasMarkup && !IS_ELEMENT.test(text))) return cleanText(text);
  const second = escapeOtherTags(text);
  return cleanText(second.hasMarkup ? textWriter()(truncateExcess(second.html)) : text);
}

const IS_ELEMENT = /^\s*<([a-z][a-z\d]*)\b[^<>]*>[^]*<\/\1>\s*$|^\s*<(?:img|br|hr)\b[^<>]*>/iu;

const HTML_ELEMENTS: ReadonlySet<string> = new Set(
  "a abbr acronym address area article aside audio b base bdi bdo big blink blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee menu meta meter nav nobr noframes noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong style sub summary sup svg math table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr".split(
    " ",
  ),
);
const TAG = /<(\/?)([a-z][\w:.-]{0,40})([^<>]{0,300})(>?)/giu;
const HAS_ATTRIBUTE = /^\s[^]*[\w:-]=["'\w]/u;

/** Escapes angle brackets that aren't HTML tags, and reports whether there were any tags. */
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

/** Elements without an end tag, or with an optional one. They add no nesting. */
const NO_END = new Set(
  "area base br col embed hr img input link meta source track wbr html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup rt rp".split(
    " ",
  ),
);
/** Elements that contain no tags, like comments, with their end tags. */
const RAW_ENDS = new Map([
  ["script", "</script"],
  ["style", "</style"],
  ["textarea", "</textarea"],
  ["title", "</title"],
]);

const MAX_DEPTH = 400;
const MAX_TAGS = 30_000;
const MAX_ATTRIBUTES = 500;
/** Matches the next attribute of a tag, from the end of the last one. */
const ATTRIBUTE = /[\s/]*[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/uy;

/**
 * Truncates HTML where tags, attributes or nesting exceed what people write. HTML parsers take time quadratic in the
 * depth and in a tag's attributes. A page of open tags would block the server for minutes.
 */
export function truncateExcess(html: string): string {
  const tag = /<(?:!--|(\/?)([a-z][a-z\d-]*))/giu;
  const open = new Map<string, number>();
  let depth = 0;
  let tags = 0;
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    tags += 1;
    if (tags > MAX_TAGS) return html.slice(0, match.index);
    if (match[2] !== undefined) {
      const end = findAttributesEnd(html, tag.lastIndex);
      if (end === null) return html.slice(0, match.index);
      tag.lastIndex = end;
    }
    const name = match[2]?.toLowerCase() ?? "";
    const isEnd = match[1] === "/";
    const count = open.get(name) ?? 0;
    const rawEnd = match[2] === undefined ? "-->" : isEnd ? undefined : RAW_ENDS.get(name);
    if (rawEnd !== undefined) {
      const end = findIgnoringCase(html, rawEnd, tag.lastIndex);
      if (end === -1) break;
      tag.lastIndex = end + rawEnd.length;
    } else if (isEnd && count > 0) {
      open.set(name, count - 1);
      depth -= 1;
    } else if (!isEnd && !NO_END.has(name)) {
      open.set(name, count + 1);
      depth += 1;
      if (depth > MAX_DEPTH) return html.slice(0, match.index);
    }
  }
  return html;
}

/** Returns the end of a tag's attributes, or null if there are too many. */
function findAttributesEnd(html: string, from: number): number | null {
  ATTRIBUTE.lastIndex = from;
  let end = from;
  for (let count = 0; ATTRIBUTE.test(html); count += 1) {
    if (count === MAX_ATTRIBUTES) return null;
    end = ATTRIBUTE.lastIndex;
  }
  return end;
}

/** Returns the position of an end tag, ignoring case. */
function findIgnoringCase(html: string, wanted: string, from: number): number {
  const search = new RegExp(wanted, "giu");
  search.lastIndex = from;
  return search.exec(html)?.index ?? -1;
}
