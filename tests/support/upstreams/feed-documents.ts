import { createHash } from "node:crypto";

import { escaped, type Hit, type StubReply } from "./stub-server.ts";

/** An entry of a feed as a stub publishes it. */
export interface FeedEntryData {
  title: string;
  url: string;
  /** HTML. */
  summary?: string;
  published?: string;
  /** The entry's guid, in RSS; none by default. */
  id?: string;
  image?: string;
}

const summaryOf = ({ summary }: FeedEntryData): string => escaped(summary ?? "");

export const rss = (
  title: string,
  entries: readonly FeedEntryData[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${escaped(title)}</title><link>https://site.example/</link><description/>
${entries
  .map(
    (entry) =>
      `<item><title>${escaped(entry.title)}</title><link>${escaped(entry.url)}</link><description>${summaryOf(entry)}</description>${entry.id ? `<guid isPermaLink="false">${escaped(entry.id)}</guid>` : ""}${
        entry.image ? `<enclosure url="${escaped(entry.image)}" type="image/png" length="1"/>` : ""
      }${entry.published ? `<pubDate>${new Date(entry.published).toUTCString()}</pubDate>` : ""}</item>`,
  )
  .join("\n")}
</channel></rss>`;

export const atom = (
  title: string,
  entries: readonly FeedEntryData[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:stub</id><title>${escaped(title)}</title><updated>2026-11-20T00:00:00Z</updated>
${entries
  .map(
    (entry) =>
      `<entry><id>${escaped(entry.url)}</id><title>${escaped(entry.title)}</title><link rel="alternate" type="text/html" href="${escaped(entry.url)}"/><updated>${entry.published ?? "2026-11-20T00:00:00Z"}</updated><content type="html">${summaryOf(entry)}</content></entry>`,
  )
  .join("\n")}
</feed>`;

export const jsonFeed = (title: string, entries: readonly FeedEntryData[]): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    items: entries.map(({ title: name, url, summary, published, image }) => ({
      id: url,
      url,
      title: name,
      content_html: summary ?? "",
      date_published: published,
      image,
    })),
  });

const MEDIA_TYPES = [
  [/^\s*\{/u, "application/feed+json"],
  [/<feed\b/u, "application/atom+xml"],
  [/<rss\b/u, "application/rss+xml"],
] as const;

/** A feed as a good server sends it: with the current version's ETag, the reply is 304. */
export function feedReply(hit: Hit, document: string): StubReply {
  const etag = `"${createHash("sha256").update(document).digest("hex").slice(0, 16)}"`;
  if (hit.headers["if-none-match"] === etag) return { status: 304, headers: { etag } };
  const mediaType = MEDIA_TYPES.find(([sign]) => sign.test(document))?.[1] ?? "application/xml";
  return { headers: { "content-type": `${mediaType}; charset=utf-8`, etag }, body: document };
}
