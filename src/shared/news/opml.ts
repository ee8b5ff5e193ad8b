import { sliceStart } from "#shared/kernel/text-rules.ts";
import { decodeReferences } from "#shared/texts/character-references.ts";

/** Feed as listed in an OPML file, unchecked. */
export interface OpmlFeed {
  title: string;
  url: string;
}

/** Content of an OPML file. */
export interface OpmlList {
  feeds: OpmlFeed[];
  /** Beginnings of entries with an unreadable address, because a quotation mark is missing or superfluous. */
  unreadable: string[];
}

const OUTLINE = /<\/?(?:[\w-]{1,60}:)?outline(?=[\s/>])/giu;
const ATTRIBUTE_NAME = /[\s/]{0,1000}([\w:.-]{1,60})\s{0,100}=\s{0,100}(["']?)/uy;
const UNQUOTED_VALUE = /[^\s"'<>]{1,8192}/uy;
/**
 * Matches the text after a value's closing quotation mark. Other quotation marks belong to the value, although they
 * should be escaped.
 */
const AFTER_VALUE = /[\s/]{0,1000}(?:[\w:.-]{1,60}\s{0,100}=\s{0,100}["']|\/?>|$)/uy;
const MAX_VALUE = 8192;
const MAX_QUOTES = 100;

const MAX_EXCERPT = 100;

/**
 * Returns the feeds of an OPML file, in order, or null if it is not OPML. Outlines are found anywhere, so folders
 * don't matter, and a broken or truncated file yields its intact ones. Custom entities are never expanded.
 */
export function readOpml(text: string): OpmlList | null {
  const plain = withoutComments(text);
  if (!/<(?:[\w-]{1,60}:)?(?:opml|outline)\b/iu.test(plain)) return null;
  const list: OpmlList = { feeds: [], unreadable: [] };
  const outlines = [...plain.matchAll(OUTLINE)];
  for (const [at, { index, 0: tag }] of outlines.entries()) {
    if (tag.startsWith("</")) continue;
    const source = plain.slice(index + tag.length, outlines[at + 1]?.index);
    const attributes = attributesIn(source);
    const url = attributes.get("xmlurl") ?? (attributes.has("type") ? attributes.get("url") : undefined);
    if (url === undefined && /\bxmlurl\s*=/iu.test(source)) {
      list.unreadable.push(
        sliceStart(`${tag}${source}`.replaceAll(/\s+/gu, " "), MAX_EXCERPT).trim().toWellFormed(),
      );
    }
    if (url === undefined || url.trim() === "") continue;
    const title = attributes.get("title") || attributes.get("text") || "";
    list.feeds.push({ title: title.trim(), url: url.trim() });
  }
  return list;
}

function withoutComments(text: string): string {
  const parts: string[] = [];
  let start = 0;
  for (let open = text.indexOf("<!--"); open !== -1; open = text.indexOf("<!--", start)) {
    const end = text.indexOf("-->", open);
    if (end === -1) break;
    parts.push(text.slice(start, open));
    start = end + 3;
  }
  return parts.join("") + text.slice(start);
}

/** Returns the attributes at the beginning of a text, by name in lower case. */
function attributesIn(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  for (;;) {
    ATTRIBUTE_NAME.lastIndex = at;
    const [whole, name = "", quote = ""] = ATTRIBUTE_NAME.exec(text) ?? [];
    if (whole === undefined) return attributes;
    const start = at + whole.length;
    const end = quote === "" ? endOfUnquoted(text, start) : endOfQuoted(text, start, quote);
    if (end === undefined) return attributes;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeReferences(text.slice(start, end)));
    at = end + quote.length;
  }
}

function endOfUnquoted(text: string, start: number): number | undefined {
  UNQUOTED_VALUE.lastIndex = start;
  const [value] = UNQUOTED_VALUE.exec(text) ?? [];
  return value === undefined ? undefined : start + value.length;
}

function endOfQuoted(text: string, start: number, quote: string): number | undefined {
  let end = text.indexOf(quote, start);
  for (
    let quoteCount = 0;
    end !== -1 && end - start <= MAX_VALUE && quoteCount < MAX_QUOTES;
    quoteCount += 1
  ) {
    AFTER_VALUE.lastIndex = end + 1;
    if (AFTER_VALUE.test(text)) return end;
    end = text.indexOf(quote, end + 1);
  }
  return undefined;
}

/** Describes unreadable entries and how to fix them. */
export const unreadableWords = (unreadable: readonly string[]): string =>
  `${unreadable.length === 1 ? "1 entry" : `${unreadable.length.toLocaleString("en-US")} entries`} couldn't be read. Write quotation marks inside values as &quot;, beginning at: ${unreadable[0] ?? ""}`;
