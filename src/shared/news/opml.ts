/** A feed as an OPML file lists it: nothing about it was checked. */
export interface OpmlFeed {
  title: string;
  url: string;
}

const OUTLINE = /<outline(?=[\s/>])/giu;
// Bounded, so that a quote that never ends costs no more than itself.
const ATTRIBUTE = /[\s/]*([\w:.-]{1,60})\s*=\s*(?:"([^"]{0,8192})"|'([^']{0,8192})'|([^\s"'<>]{1,8192}))/uy;
const LETTERS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/giu;

/**
 * The feeds of an OPML file, in its order; null when it is no OPML. A list is nothing but its outlines, so these are
 * looked for wherever they stand: folders do not matter, and a file that is broken or cut off still has those that are
 * whole. Entities that a file defines itself are never expanded.
 */
export function readOpml(text: string): OpmlFeed[] | null {
  const plain = withoutComments(text);
  if (!/<(?:opml|outline)\b/iu.test(plain)) return null;
  const feeds: OpmlFeed[] = [];
  for (const match of plain.matchAll(OUTLINE)) {
    const attributes = attributesAt(plain, match.index + match[0].length);
    const url = attributes.get("xmlurl") ?? (attributes.has("type") ? attributes.get("url") : undefined);
    if (url === undefined || url.trim() === "") continue;
    feeds.push({ title: (attributes.get("title") || attributes.get("text") || "").trim(), url: url.trim() });
  }
  return feeds;
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

function attributesAt(text: string, from: number): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  ATTRIBUTE.lastIndex = from;
  for (let match = ATTRIBUTE.exec(text); match; match = ATTRIBUTE.exec(text)) {
    const [, name = "", double, single, bare] = match;
    attributes.set(name.toLowerCase(), decoded(double ?? single ?? bare ?? ""));
  }
  return attributes;
}

const decoded = (value: string): string =>
  value.replaceAll(REFERENCE, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return LETTERS[name.toLowerCase()] ?? reference;
    const code = decimal === undefined ? Number.parseInt(hex ?? "0", 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
