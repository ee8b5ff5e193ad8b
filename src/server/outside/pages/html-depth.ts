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
export function withinReason(html: string): string {
  const tag = /<(?:!--|(\/?)([a-z][a-z\d-]*))/giu;
  const open = new Map<string, number>();
  let depth = 0;
  let tags = 0;
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    tags += 1;
    if (tags > MAX_TAGS) return html.slice(0, match.index);
    if (match[2] !== undefined) {
      const end = endOfAttributes(html, tag.lastIndex);
      if (end === null) return html.slice(0, match.index);
      tag.lastIndex = end;
    }
    const name = match[2]?.toLowerCase() ?? "";
    const isEnd = match[1] === "/";
    const count = open.get(name) ?? 0;
    const rawEnd = match[2] === undefined ? "-->" : isEnd ? undefined : RAW_ENDS.get(name);
    if (rawEnd !== undefined) {
      const end = indexOfFolded(html, rawEnd, tag.lastIndex);
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
function endOfAttributes(html: string, from: number): number | null {
  ATTRIBUTE.lastIndex = from;
  let end = from;
  for (let count = 0; ATTRIBUTE.test(html); count += 1) {
    if (count === MAX_ATTRIBUTES) return null;
    end = ATTRIBUTE.lastIndex;
  }
  return end;
}

/** Returns the position of an end tag, ignoring case. */
function indexOfFolded(html: string, wanted: string, from: number): number {
  const search = new RegExp(wanted, "giu");
  search.lastIndex = from;
  return search.exec(html)?.index ?? -1;
}
