/** Elements that never have an end, or may leave it out: they nest no deeper than what is around them. */
const NO_END = new Set(
  "area base br col embed hr img input link meta source track wbr html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup rt rp".split(
    " ",
  ),
);
/** Within these, and within comments, nothing is a tag. */
const RAW_ENDS = new Map([
  ["script", "</script"],
  ["style", "</style"],
  ["textarea", "</textarea"],
  ["title", "</title"],
]);

const MAX_DEPTH = 400;
const MAX_TAGS = 30_000;
const MAX_ATTRIBUTES = 500;
/** The next attribute of a tag, from where the last one ended. */
const ATTRIBUTE = /[\s/]*[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/uy;

/**
 * A page or a piece of one, up to where it has more tags or attributes or is nested deeper than any that people make.
 * HTML parsers need time in step with the square of the depth and of a tag's attributes: a page of open tags would keep
 * the server busy for minutes.
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

/** Where the attributes of a tag end; null when there are more than any tag has. */
function endOfAttributes(html: string, from: number): number | null {
  ATTRIBUTE.lastIndex = from;
  let end = from;
  for (let count = 0; ATTRIBUTE.test(html); count += 1) {
    if (count === MAX_ATTRIBUTES) return null;
    end = ATTRIBUTE.lastIndex;
  }
  return end;
}

/** Where an end tag stands, whatever its letters' case. */
function indexOfFolded(html: string, wanted: string, from: number): number {
  const search = new RegExp(wanted, "giu");
  search.lastIndex = from;
  return search.exec(html)?.index ?? -1;
}
