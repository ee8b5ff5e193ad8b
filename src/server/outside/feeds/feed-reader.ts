import { parseFeed } from "feedsmith";

import { canonicalUrl, webAddress } from "#server/outside/http/canonical-url.ts";
import { type ReceivedBytes, SourceError } from "#server/outside/http/source-error.ts";
import { decodeText, repairDoubleEncoding, XML_DECLARATION } from "#server/outside/http/text-encoding.ts";
import { decodeHtml, textOfHtml } from "#server/outside/pages/html-text.ts";
import { truncateText, oneLine, cleanText } from "#server/outside/pages/plain-text.ts";
import { withAnchor } from "#shared/news/entry-identity.ts";
import {
  type EntryIssueKind,
  entryIssueKinds,
  type FeedNoteKind,
  feedNoteKinds,
  type FeedReading,
} from "#shared/news/feeds.ts";

import { type DayOrder, findDayOrder, readDate } from "./dates.ts";
import { createAnchors } from "./entry-anchors.ts";
import { type FeedEntry, listEntries } from "./feed-entries.ts";
import type { Feed, FeedItem, FeedOrigin, FeedTimes } from "./feed.ts";
import { type TextFormat, textOfTitle } from "./title-text.ts";
import { repairXml } from "./xml-repair.ts";

const MAX_EXAMPLE = 80;

/** Counts a feed's usable entries and its problems. */
class FeedTally {
  readonly #entries: number;
  readonly #issues = new Map<EntryIssueKind, { count: number; example: string }>();
  readonly #notes = new Map<FeedNoteKind, number>();

  constructor(entries: number) {
    this.#entries = entries;
  }

  /** Counts a skipped entry. Stores the first title of each kind. */
  countSkipped(kind: EntryIssueKind, title: string): void {
    const { count = 0, example = "" } = this.#issues.get(kind) ?? {};
    this.#issues.set(kind, { count: count + 1, example: example || title.slice(0, MAX_EXAMPLE) });
  }

  countNote(kind: FeedNoteKind): void {
    this.#notes.set(kind, (this.#notes.get(kind) ?? 0) + 1);
  }

  createReport(usable: number): FeedReading {
    return {
      entries: this.#entries,
      usable,
      issues: entryIssueKinds.flatMap((kind) => {
        const issue = this.#issues.get(kind);
        return issue ? [{ kind, ...issue }] : [];
      }),
      notes: feedNoteKinds.flatMap((kind) => {
        const count = this.#notes.get(kind);
        return count === undefined ? [] : [{ kind, count }];
      }),
    };
  }
}

const MAX_ENTRIES = 2000;
const MAX_TITLE = 300;
const MAX_EXCERPT = 400;
const MAX_CONTENT = 5000;
const NO_TIMES: FeedTimes = { ttlMinutes: 0, skipHours: [], skipDays: [] };

/** Parses RSS, Atom, RDF or JSON Feed in any encoding. Throws a SourceError if it is not a feed. */
export function parseFeedText(text: string, url?: string) {
  if (text.trim() === "") throw new SourceError("The response is empty", { isNoFeed: true });
  if (/^\s*<(?:!doctype\s+html|html)\b/iu.test(text)) {
    throw new SourceError("This is a web page, not a feed", { isNoFeed: true });
  }
  const { xml: document, isCutOff } = text.trimStart().startsWith("{")
    ? { xml: text, isCutOff: false }
    : repairXml(text, url);
  try {
    // One more than the limit, to detect further entries.
    return { ...parseFeed(document, { maxItems: MAX_ENTRIES + 1 }), isCutOff };
  } catch {
    throw new SourceError("This isn't a feed, or it's invalid", { isNoFeed: true });
  }
}

/** Parses a feed. Skips unusable entries and counts them by reason. */
export function readFeed({ bytes, contentType, url, now }: ReceivedBytes): Feed {
  const text = decodeText(bytes, { contentType, declaration: XML_DECLARATION });
  const parsed = parseFeedText(text, url);
  const { title, siteUrl, language, base, entries, times = NO_TIMES } = listEntries(parsed);
  const firstEntries = entries.slice(0, MAX_ENTRIES);
  const site = webAddress(siteUrl, base ?? url);
  const origin: FeedOrigin = { url, title: toTitle({ title }), siteUrl: site };
  const order = findDayOrder(
    firstEntries.flatMap(({ dates }) => dates),
    language,
  );
  const tally = new FeedTally(entries.length);
  if (parsed.isCutOff) tally.countNote("cut-off");
  if (entries.length > firstEntries.length) tally.countNote("too-many");
  const readEntries = firstEntries.flatMap((entry) => {
    const read = readEntry(entry, { base: base ?? site ?? url, origin, now, order });
    if (typeof read === "string") tally.countSkipped(read, toTitle(entry) || entry.id || "");
    else if (read.note) tally.countNote(read.note);
    return typeof read === "string" ? [] : [read];
  });
  const anchors = createAnchors(readEntries.map(({ item, fragment, id }) => ({ ...item, fragment, id })));
  const items = readEntries.flatMap(({ item, fragment }, index) => {
    const anchor = anchors[index];
    if (anchor === undefined) tally.countSkipped("duplicate", item.title);
    return anchor === undefined
      ? []
      : [{ ...item, anchor, link: withAnchor(item.url, anchor ?? (fragment || null)) }];
  });
  return { title: origin.title, siteUrl: site, items, times, reading: tally.createReport(items.length) };
}

interface EntryContext {
  base: string;
  origin: FeedOrigin;
  now: Date;
  order: DayOrder;
}

interface FoundEntry {
  item: Omit<FeedItem, "link" | "anchor">;
  fragment: string;
  id: string | undefined;
  note: FeedNoteKind | null;
}

/** Converts an entry to an item, or returns the reason why it is unusable. */
function readEntry(
  entry: FeedEntry,
  { base, origin, now, order }: EntryContext,
): FoundEntry | EntryIssueKind {
  const baseUrl = entry.base ?? base;
  const address = entry.links.find((link) => canonicalUrl(link, baseUrl) !== null);
  const url = canonicalUrl(address, baseUrl);
  const link = canonicalUrl(address, baseUrl, { withFragment: true });
  if (url === null || link === null) return entry.links.some(Boolean) ? "bad-link" : "no-link";
  const html = entry.content ?? entry.summary ?? "";
  const text = toText(html, entry.content === undefined ? entry.summaryFormat : entry.contentFormat);
  const contentText = truncateText(repairDoubleEncoding(text), MAX_CONTENT);
  const title = truncateText(toTitle(entry), MAX_TITLE) || truncateText(oneLine(contentText), 100);
  if (title === "") return "no-title";
  const publishedAt = firstDate(entry.dates, now, order);
  const hasInvalidDate = publishedAt === null && entry.dates.some(Boolean);
  return {
    item: {
      title,
      url,
      excerpt: createExcerpt(entry, text),
      contentText,
      imageUrl: findImage(entry, html, url),
      publishedAt,
      source: entry.source ? toLine(entry.source).slice(0, 100) : null,
      feed: origin,
    },
    fragment: link.slice(url.length + 1) || fragmentOfId(entry.id, url),
    id: entry.id,
    note: hasInvalidDate ? "bad-date" : null,
  };
}

const toTitle = ({ title = "", titleFormat }: Pick<FeedEntry, "title" | "titleFormat">): string =>
  repairDoubleEncoding(oneLine(textOfTitle(title, titleFormat)));

/** Converts a text to plain text. Some feeds declare plain text but contain entities. */
const toText = (text: string, format?: TextFormat): string =>
  format === "text" ? cleanText(text.includes("&") ? decodeHtml(text) : text) : textOfHtml(text);

const toLine = (text: string, format?: TextFormat): string =>
  repairDoubleEncoding(oneLine(toText(text, format)));

function firstDate(dates: FeedEntry["dates"], now: Date, order: DayOrder): string | null {
  for (const date of dates) {
    const read = readDate(date, now, order);
    if (read !== null) return read;
  }
  return null;
}

/** Returns the fragment from an entry's id, for feeds whose entries all link to the same page. */
function fragmentOfId(id: string | undefined, url: string): string {
  const link = canonicalUrl(id, undefined, { withFragment: true });
  return link?.startsWith(`${url}#`) ? link.slice(url.length + 1) : "";
}

/** Aggregators use this one word instead of a summary. */
const EMPTY_EXCERPT = "Comments";

/** @param text the entry's content as plain text, or its summary if it has no content */
function createExcerpt({ summary, summaryFormat, content }: FeedEntry, text: string): string {
  const isSummary = summary !== undefined && content !== undefined;
  const line = truncateText(
    isSummary ? toLine(summary, summaryFormat) : repairDoubleEncoding(oneLine(text)),
    MAX_EXCERPT,
  );
  return line === EMPTY_EXCERPT ? "" : line;
}

const BASE = /^\s*<base href="([^"<>]{1,2048})">/u;

function findImage({ image, base }: FeedEntry, html: string, url: string): string | null {
  if (image !== undefined) return webAddress(image, base ?? url);
  return webAddress(firstImage(html), BASE.exec(html)?.[1] ?? base ?? url);
}

const TRACKING_PIXEL = /feedburner\.com|\/_\/stat\?|\/pixel\b|doubleclick|feedsportal|\bspacer\.gif/iu;

function firstImage(html: string): string | null {
  const images = html
    .slice(0, 20_000)
    .matchAll(/<img\b[^>]{0,1000}?\bsrc\s*=\s*["']([^"'\s]{1,2000})["']/giu);
  for (const [, address] of images) {
    if (address !== undefined && !TRACKING_PIXEL.test(address)) return address.replaceAll("&amp;", "&");
  }
  return null;
}
