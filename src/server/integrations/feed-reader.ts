import { parseFeed } from "feedsmith";

import { canonicalUrl, webAddress } from "./canonical-url.ts";
import { readDate } from "./dates.ts";
import { type FeedEntry, listEntries } from "./feed-entries.ts";
import type { Feed, FeedItem, FeedOrigin, FeedTimes } from "./feed.ts";
import { cutText, oneLine, textOfHtml } from "./html-text.ts";
import { rejection, type Rejection, SourceFault } from "./source-fault.ts";
import { decodeText, XML_DECLARATION } from "./text-encoding.ts";
import { refuseHostileXml } from "./xml-guard.ts";

const MAX_ENTRIES = 2000;
const MAX_TITLE = 300;
const MAX_EXCERPT = 400;
const MAX_CONTENT = 5000;
const NO_TIMES: FeedTimes = { ttlMinutes: 0, skipHours: [], skipDays: [] };

interface FeedBytes {
  bytes: Uint8Array;
  contentType?: string | null | undefined;
  /** Where the feed came from: relative links in it are meant from there. */
  url: string;
  now: Date;
}

/** Parses RSS, Atom, RDF or JSON Feed of any encoding. Throws a SourceFault for what is not a feed. */
export function parseFeedText(text: string) {
  if (/^\s*<(?:!doctype\s+html|html)\b/iu.test(text)) throw new SourceFault("This is a web page, not a feed");
  if (!text.trimStart().startsWith("{")) refuseHostileXml(text);
  try {
    return parseFeed(text, { maxItems: MAX_ENTRIES });
  } catch {
    throw new SourceFault("This is not a feed, or a broken one");
  }
}

/** Reads a feed; entries that cannot be used are left out, with the reason. */
export function readFeed({ bytes, contentType, url, now }: FeedBytes): Feed {
  const text = decodeText(bytes, { contentType, declaration: XML_DECLARATION });
  const { title, siteUrl, entries, times = NO_TIMES } = listEntries(parseFeedText(text));
  const site = webAddress(siteUrl, url);
  const base = site ?? url;
  const name = oneLine(textOfHtml(title ?? ""));
  const origin: FeedOrigin = { url, title: name, siteUrl: site };
  const items = new Map<string, FeedItem>();
  const rejected: Rejection[] = [];
  for (const entry of entries) {
    const item = readEntry(entry, { base, origin, now });
    if (typeof item === "string") rejected.push(rejection(entry.title ?? entry.link ?? "an entry", item));
    else if (items.has(item.link)) rejected.push(rejection(item.link, "it is in the feed twice"));
    else items.set(item.link, item);
  }
  return { title: name, siteUrl: site, items: [...items.values()], times, rejected };
}

interface Surroundings {
  base: string;
  origin: FeedOrigin;
  now: Date;
}

/** An entry as an item, or the reason why it is none. */
function readEntry(entry: FeedEntry, { base, origin, now }: Surroundings): FeedItem | string {
  const url = canonicalUrl(entry.link, base);
  const link = canonicalUrl(entry.link, base, { keepsFragment: true });
  if (url === null || link === null) return entry.link ? "its link is no web address" : "it has no link";
  const contentText = cutText(textOfHtml(entry.content ?? entry.summary ?? ""), MAX_CONTENT);
  const title =
    cutText(oneLine(textOfHtml(entry.title ?? "")), MAX_TITLE) || cutText(oneLine(contentText), 100);
  if (title === "") return "it has no title";
  return {
    title,
    url,
    link,
    excerpt: excerptOf(entry),
    contentText,
    imageUrl: webAddress(entry.image ?? firstImage(entry.content ?? entry.summary ?? ""), url),
    publishedAt: readDate(entry.date, now),
    source: entry.source ? oneLine(textOfHtml(entry.source)).slice(0, 100) : null,
    feed: origin,
  };
}

/** Aggregators write this one word where others have a summary. */
const EMPTY_EXCERPT = "Comments";

function excerptOf({ summary, content }: FeedEntry): string {
  const text = cutText(oneLine(textOfHtml(summary ?? content ?? "")), MAX_EXCERPT);
  return text === EMPTY_EXCERPT ? "" : text;
}

const COUNTING_PIXEL = /feedburner\.com|\/_\/stat\?|\/pixel\b|doubleclick|feedsportal|\bspacer\.gif/iu;

function firstImage(html: string): string | null {
  const images = html
    .slice(0, 20_000)
    .matchAll(/<img\b[^>]{0,1000}?\bsrc\s*=\s*["']([^"'\s]{1,2000})["']/giu);
  for (const [, address] of images) {
    if (address !== undefined && !COUNTING_PIXEL.test(address)) return address;
  }
  return null;
}
