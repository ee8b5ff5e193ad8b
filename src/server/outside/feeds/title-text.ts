import { decodeHtml } from "#server/outside/pages/html-text.ts";

/** What a text's format is said to be: HTML, plain text, or nothing that can be relied on. */
export type TextFormat = "html" | "text" | "unknown";

const toSet = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements that stand in titles, with an end. */
const PAIRED = toSet(
  "a abbr b bdi bdo big blockquote center cite code del dfn div em font h1 h2 h3 h4 h5 h6 i ins kbd li mark nobr ol p pre q s samp script small span strike strong style sub sup time tt u ul var",
);
const VOID = toSet("br wbr");
/** Elements that are markup if they have attributes; without any, they are mentioned. */
const VOID_WITH_ATTRIBUTES = toSet("img hr input embed iframe");
/** Elements whose content is no text. */
const WITHOUT_TEXT = toSet("script style");
const BREAKING = toSet("br p div li h1 h2 h3 h4 h5 h6 blockquote hr pre");

/** Long titles are cut anyway. */
const MAX_LENGTH = 10_000;
const TAG = /<!--[^]{0,2000}?-->|<(\/?)([a-z][a-z\d]{0,15})((?:\s[^<>]{0,2000})?)\/?>/giu;
const ENTITY = /&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/iu;

interface Tag {
  start: number;
  end: number;
  name: string;
  isEnd: boolean;
  hasAttributes: boolean;
}

/**
 * The text of a feed's title. Tags that are clearly HTML go; anything else in angle brackets, such as `Vec<T>`, stays.
 * A title that was escaped twice is read twice.
 */
export function textOfTitle(title: string, format: TextFormat = "unknown"): string {
  const source = title.slice(0, MAX_LENGTH);
  if (format === "text") return decodeHtml(source);
  const first = withoutMarkup(source, format);
  const text = decodeHtml(first.text);
  if (first.hasMarkup || !/<|&/u.test(text)) return text;
  // Where nothing was markup, what was escaped in it may be.
  const second = withoutMarkup(text, "twice");
  return second.hasMarkup || ENTITY.test(second.text) ? decodeHtml(second.text) : text;
}

/** A title without its HTML tags; escaped characters stay as they are. */
function withoutMarkup(title: string, format: TextFormat | "twice"): { text: string; hasMarkup: boolean } {
  const tags = Array.from(
    title.matchAll(TAG),
    ({ index, 0: whole, 1: slash, 2: name = "!--", 3: rest = "" }): Tag => ({
      start: index,
      end: index + whole.length,
      name: name.toLowerCase(),
      isEnd: slash === "/",
      hasAttributes: rest.includes("="),
    }),
  );
  const markup = markupAmong(tags, format);
  if (markup.length === 0) return { text: title, hasMarkup: false };
  let text = "";
  let at = 0;
  for (const { start, end, name } of markup) {
    if (start < at) continue;
    text += title.slice(at, start) + (BREAKING.has(name) ? " " : "");
    at = end;
  }
  return { text: text + title.slice(at), hasMarkup: true };
}

/** Those of the tags that are markup, in their order. */
function markupAmong(tags: readonly Tag[], format: TextFormat | "twice"): Tag[] {
  const markup: Tag[] = [];
  const open = new Map<string, Tag[]>();
  for (const tag of tags) {
    const { name, isEnd, hasAttributes } = tag;
    if (name === "!--" || (VOID_WITH_ATTRIBUTES.has(name) && hasAttributes)) markup.push(tag);
    else if (VOID.has(name) && format !== "twice") markup.push(tag);
    else if (!PAIRED.has(name)) continue;
    else if (format === "html") markup.push(tag);
    if (isEnd) {
      const start = open.get(name)?.pop();
      if (!start) continue;
      const isWhole = WITHOUT_TEXT.has(name);
      markup.push(isWhole ? { ...start, end: tag.end } : start, tag);
    } else if (open.has(name)) open.get(name)?.push(tag);
    else open.set(name, [tag]);
  }
  return markup.toSorted((a, b) => a.start - b.start || b.end - a.end);
}
