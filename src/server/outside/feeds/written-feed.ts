import { VERSION } from "#server/version.ts";

export type FeedFormat = "atom" | "json";

export const FEED_MEDIA_TYPES: Record<FeedFormat, string> = {
  atom: "application/atom+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
};

/** A feed as feed readers are to have it. Texts are plain: whatever looks like markup in them is shown as it stands. */
export interface WrittenFeed {
  /** A UUID, by which readers know it wherever this server stands. */
  id: string;
  title: string;
  /** The page that shows the same. */
  pageUrl: string;
  /** Where the feed itself is, in this format. */
  feedUrl: string;
  updatedAt: string;
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** A UUID. */
  id: string;
  title: string;
  /** Where it is read. */
  url: string;
  paragraphs: readonly string[];
  /** Below the text. */
  links: readonly { label: string; url: string }[];
  imageUrl: string | null;
  authors: readonly string[];
  tags: readonly string[];
  publishedAt: string | null;
  updatedAt: string;
}

const AUTHOR = "StackLoop";
/** A feed tells what there is; who wants to read more than so many letters of it opens it. */
const MAX_LETTERS = 4000;

/** Writes a feed as Atom (RFC 4287) or JSON Feed 1.1. */
export async function writeFeed(feed: WrittenFeed, format: FeedFormat): Promise<string> {
  // Not loaded at start, where nobody needs it.
  const library = await import("feedsmith");
  return format === "atom" ? writeAtom(library, feed) : writeJson(library, feed);
}

type Library = typeof import("feedsmith");

const writeAtom = (
  { generateAtomFeed }: Library,
  { id, title, pageUrl, feedUrl, updatedAt, entries }: WrittenFeed,
): string =>
  generateAtomFeed(
    {
      id: nameOf(id),
      title: text(title),
      updated: new Date(updatedAt),
      authors: [{ name: AUTHOR }],
      generator: { text: AUTHOR, version: VERSION },
      links: [
        { rel: "self", type: "application/atom+xml", href: feedUrl },
        { rel: "alternate", type: "text/html", href: pageUrl },
      ],
      entries: entries.map((entry) => ({
        id: nameOf(entry.id),
        title: text(entry.title),
        updated: new Date(entry.updatedAt),
        ...(entry.publishedAt !== null && { published: new Date(entry.publishedAt) }),
        authors: entry.authors.map((name) => ({ name: fitForXml(name) })),
        categories: entry.tags.map((tag) => ({ term: fitForXml(tag) })),
        links: [{ rel: "alternate", type: "text/html", href: entry.url }],
        content: { type: "html", value: htmlOf(entry) },
      })),
    },
    { strict: true },
  );

function writeJson({ generateJsonFeed }: Library, { title, pageUrl, feedUrl, entries }: WrittenFeed): string {
  const feed = generateJsonFeed(
    {
      title,
      home_page_url: pageUrl,
      feed_url: feedUrl,
      authors: [{ name: AUTHOR }],
      items: entries.map((entry) => ({
        id: nameOf(entry.id),
        url: entry.url,
        title: entry.title,
        content_html: htmlOf(entry),
        ...(entry.imageUrl !== null && { image: entry.imageUrl }),
        ...(entry.publishedAt !== null && { date_published: new Date(entry.publishedAt) }),
        date_modified: new Date(entry.updatedAt),
        authors: entry.authors.map((name) => ({ name })),
        tags: [...entry.tags],
      })),
    },
    { strict: true },
  );
  // The library leaves out a list without items, which must be there all the same.
  return JSON.stringify({ items: [], ...Object(feed) });
}

/** The name of a thing with a UUID (RFC 9562, section 4), which stays the same when the server gets another address. */
const nameOf = (id: string): string => `urn:uuid:${id}`;

const text = (value: string) => ({ type: "text", value: fitForXml(value) || "Untitled" });

/** Without the characters that XML cannot hold, however they are written (https://www.w3.org/TR/xml/#charsets). */
const fitForXml = (value: string): string =>
  value.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");

/** An entry's content as HTML of our own, in which all that others wrote is text; never empty, as JSON Feed asks. */
function htmlOf({ title, paragraphs, links, imageUrl }: FeedEntry): string {
  const texts = shortened(paragraphs).map((paragraph) => escaped(paragraph).replaceAll("\n", "<br>"));
  const addresses = links.map(({ label, url }) => `<a href="${escaped(url)}">${escaped(label)}</a>`);
  const parts = [
    ...(imageUrl === null ? [] : [`<img src="${escaped(imageUrl)}" alt="">`]),
    ...texts,
    ...(addresses.length === 0 ? [] : [addresses.join(" · ")]),
  ];
  return (parts.length === 0 ? [escaped(title)] : parts).map((part) => `<p>${part}</p>`).join("\n");
}

/** The first paragraphs, as far as there is room. */
function shortened(paragraphs: readonly string[]): string[] {
  let room = MAX_LETTERS;
  const shown: string[] = [];
  for (const paragraph of paragraphs) {
    const trimmed = paragraph.trim();
    if (trimmed === "" || room <= 0) continue;
    shown.push(trimmed.length > room ? `${trimmed.slice(0, room).trimEnd()}…` : trimmed);
    room -= trimmed.length;
  }
  return shown;
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (value: string): string =>
  fitForXml(value).replaceAll(/[&<>"']/gu, (letter) => ESCAPES[letter] ?? letter);
