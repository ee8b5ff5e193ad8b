import { decodeHtml, withoutCdata } from "#server/outside/pages/html-text.ts";

/** Declared format of a text: HTML, plain text, or unreliable. */
export type TextFormat = "html" | "text" | "unknown";

const toSet = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements that break the line and have an end tag. */
const BLOCKS =
  "article aside blockquote caption center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header li ol p pre section table tbody td tfoot th thead tr ul";
/** Elements used in titles that have an end tag. */
const PAIRED_ELEMENTS = toSet(
  `${BLOCKS} a abbr acronym b bdi bdo big cite code del dfn em font i iframe ins kbd mark nobr picture q rb rp rt ruby s samp script small span strike strong style sub sup svg time tt u var`,
);
const VOID_ELEMENTS = toSet("br embed hr img input source wbr");
/** Elements whose content is not text. */
const TEXTLESS_ELEMENTS = toSet("iframe picture script style svg");
const LINE_BREAKING = toSet(`${BLOCKS} br hr`);

/** Long titles are truncated anyway. */
const MAX_LENGTH = 10_000;
const TAG = /<!--[^]{0,2000}?-->|<(\/?)([a-z][a-z\d]{0,15})((?:\s[^<>]{0,2000})?)\/?>/giu;
const ENTITY = /&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/iu;

interface Tag {
  start: number;
  end: number;
  name: string;
  isEnd: boolean;
  /** True if the tag has only a name. Unlike `a<b and c>d`, markup has only a name or attributes. */
  isBare: boolean;
  hasAttributes: boolean;
  /** True if a word is directly before or after the tag. For an end tag, the end of the title counts as a word. */
  isAfterWord: boolean;
  isBeforeWord: boolean;
}

/**
 * Returns the text of a feed's title. Removes tags that are clearly HTML. Preserves other angle brackets, such as
 * `Vec<T>`. Parses a doubly escaped title twice.
 */
export function textOfTitle(title: string, format: TextFormat = "unknown"): string {
  const source = withoutCdata(title.slice(0, MAX_LENGTH));
  if (format === "text") return decodeHtml(source);
  const first = withoutMarkup(source, format);
  const text = decodeHtml(first.text);
  if (first.hasMarkup || !/<|&/u.test(text)) return text;
  // If nothing was markup, the escaped text may contain some.
  const second = withoutMarkup(text, "twice");
  return second.hasMarkup || ENTITY.test(second.text) ? decodeHtml(second.text) : text;
}

/** Removes a title's HTML tags. Leaves escaped characters unchanged. */
function withoutMarkup(title: string, format: TextFormat | "twice"): { text: string; hasMarkup: boolean } {
  const tags = Array.from(
    title.matchAll(TAG),
    ({ index, 0: whole, 1: slash, 2: name = "!--", 3: rest = "" }): Tag => ({
      start: index,
      end: index + whole.length,
      name: name.toLowerCase(),
      isEnd: slash === "/",
      isBare: rest.trim() === "",
      hasAttributes: rest.includes("="),
      isAfterWord: /[\p{L}\p{N}.,:;!?)>]$/u.test(title.slice(Math.max(0, index - 2), index)),
      isBeforeWord: (slash === "" ? /^[\p{L}\p{N}]/u : /^(?:[\p{L}\p{N}]|$)/u).test(
        title.slice(index + whole.length, index + whole.length + 2),
      ),
    }),
  );
  const markup = findMarkup(tags, format);
  if (markup.length === 0) return { text: title, hasMarkup: false };
  let text = "";
  let at = 0;
  for (const { start, end, name } of markup) {
    if (start < at) continue;
    text += title.slice(at, start) + (LINE_BREAKING.has(name) ? " " : "");
    at = end;
  }
  return { text: text + title.slice(at), hasMarkup: true };
}

/** Returns the tags that are markup, in order. A tag between spaces can be the subject of the title. */
function findMarkup(tags: readonly Tag[], format: TextFormat | "twice"): Tag[] {
  const markup: Tag[] = [];
  const open = new Map<string, Tag[]>();
  for (const tag of tags) {
    const { name, isEnd } = tag;
    if (name === "!--" || (VOID_ELEMENTS.has(name) && isVoidMarkup(tag, format))) markup.push(tag);
    else if (!PAIRED_ELEMENTS.has(name)) continue;
    else if (format === "html" || isInsideText(tag)) markup.push(tag);
    if (isEnd) {
      const start = open.get(name)?.pop();
      if (!start) continue;
      const hasNoText = TEXTLESS_ELEMENTS.has(name);
      markup.push(hasNoText ? { ...start, end: tag.end } : start, tag);
    } else if (open.has(name)) open.get(name)?.push(tag);
    else open.set(name, [tag]);
  }
  return markup.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function isVoidMarkup(
  { name, hasAttributes, isAfterWord, isBeforeWord }: Tag,
  format: TextFormat | "twice",
): boolean {
  const isBreak = name === "br" || name === "wbr";
  return (
    hasAttributes || isAfterWord || isBeforeWord || format === "html" || (isBreak && format === "unknown")
  );
}

/** True for a tag without its counterpart that separates words, as in `One<p>two`, unlike `Foo<b>`. */
const isInsideText = ({ start, isBare, hasAttributes, isAfterWord, isBeforeWord }: Tag): boolean =>
  (isBare || hasAttributes) && (isAfterWord || start === 0) && isBeforeWord;
