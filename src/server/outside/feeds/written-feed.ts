import { VERSION } from "#server/version.ts";

export type FeedFormat = "atom" | "json";

export const FEED_MEDIA_TYPES: Record<FeedFormat, string> = {
  atom: "application/atom+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
};

/** Content of an exported feed. Texts are plain, so markup in them appears literally. */
interface WrittenFeed {
  /** UUID by which feed readers identify the feed, even if the server's address changes. */
  id: string;
  title: string;
  /** Page with the same content. */
  pageUrl: string;
  /** Address of the feed in this format. */
  feedUrl: string;
  updatedAt: string;
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** UUID of the entry. */
  id: string;
  title: string;
  /** Address of the entry's page. */
  url: string;
  paragraphs: readonly string[];
  /** Links shown below the text. */
  links: readonly { label: string; url: string }[];
  imageUrl: string | null;
  authors: readonly string[];
  tags: readonly string[];
  publishedAt: string | null;
  updatedAt: string;
}

const AUTHOR = "StackLoop";
/** Maximum text length in a feed entry. Readers open the page for more. */
const MAX_CHARS = 4000;

/** Renders a feed as Atom (RFC 4287) or JSON Feed 1.1. */
export async function writeFeed(feed: WrittenFeed, format: FeedFormat): Promise<string> {
  // Loaded on demand, because the start doesn't need it.
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
      id: toUrn(id),
      title: text(title),
      updated: new Date(updatedAt),
      authors: [{ name: AUTHOR }],
      generator: { text: AUTHOR, version: VERSION },
      links: [
        { rel: "self", type: "application/atom+xml", href: feedUrl },
        { rel: "alternate", type: "text/html", href: pageUrl },
      ],
      entries: entries.map((entry) => ({
        id: toUrn(entry.id),
        title: text(entry.title),
        updated: new Date(entry.updatedAt),
        ...(entry.publishedAt !== null && { published: new Date(entry.publishedAt) }),
        authors: entry.authors.map((name) => ({ name: removeInvalidXml(name) })),
        categories: entry.tags.map((tag) => ({ term: removeInvalidXml(tag) })),
        links: [{ rel: "alternate", type: "text/html", href: entry.url }],
        content: { type: "html", value: renderEntry(entry) },
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
        id: toUrn(entry.id),
        url: entry.url,
        title: entry.title,
        content_html: renderEntry(entry),
        ...(entry.imageUrl !== null && { image: entry.imageUrl }),
        ...(entry.publishedAt !== null && { date_published: new Date(entry.publishedAt) }),
        date_modified: new Date(entry.updatedAt),
        authors: entry.authors.map((name) => ({ name })),
        tags: [...entry.tags],
      })),
    },
    { strict: true },
  );
  // The library omits an empty list, but the format requires one.
  return JSON.stringify({ items: [], ...Object(feed) });
}

/** Returns the URN of a UUID (RFC 9562, section 4), which stays the same if the server's address changes. */
const toUrn = (id: string): string => `urn:uuid:${id}`;

const text = (value: string) => ({ type: "text", value: removeInvalidXml(value) || "Untitled" });

/** Removes characters that XML forbids even when escaped (https://www.w3.org/TR/xml/#charsets). */
const removeInvalidXml = (value: string): string =>
  value.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");

/** Renders an entry as HTML, with all user content escaped. Never empty, as JSON Feed requires. */
function renderEntry({ title, paragraphs, links, imageUrl }: FeedEntry): string {
  const texts = takeParagraphs(paragraphs).map((paragraph) => escapeHtml(paragraph).replaceAll("\n", "<br>"));
  const addresses = links.map(({ label, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`);
  const parts = [
    ...(imageUrl === null ? [] : [`<img src="${escapeHtml(imageUrl)}" alt="">`]),
    ...texts,
    ...(addresses.length === 0 ? [] : [addresses.join(" · ")]),
  ];
  return (parts.length === 0 ? [escapeHtml(title)] : parts).map((part) => `<p>${part}</p>`).join("\n");
}

/** Returns the first paragraphs, up to the limit. */
function takeParagraphs(paragraphs: readonly string[]): string[] {
  let remaining = MAX_CHARS;
  const shown: string[] = [];
  for (const paragraph of paragraphs) {
    const trimmed = paragraph.trim();
    if (trimmed === "" || remaining <= 0) continue;
    shown.push(trimmed.length > remaining ? `${trimmed.slice(0, remaining).trimEnd()}…` : trimmed);
    remaining -= trimmed.length;
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
const escapeHtml = (value: string): string =>
  removeInvalidXml(value).replaceAll(/[&<>"']/gu, (letter) => ESCAPES[letter] ?? letter);
