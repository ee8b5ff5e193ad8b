import type { parseFeed } from "feedsmith";

import type { FeedTimes } from "./feed.ts";

type Parsed = ReturnType<typeof parseFeed<string>>;
type Of<Format extends Parsed["format"]> = Extract<Parsed, { format: Format }>["feed"];

/** What the formats have in common: texts may be HTML, addresses may be anything. */
export interface FeedEntry {
  title: string | undefined;
  link: string | undefined;
  summary: string | undefined;
  content: string | undefined;
  image: string | undefined;
  date: string | undefined;
  source: string | undefined;
}

interface EntryList {
  title: string | undefined;
  siteUrl: string | undefined;
  entries: FeedEntry[];
  times?: FeedTimes;
}

/** The entries of a feed of any format, in one shape. */
export function listEntries(parsed: Parsed): EntryList {
  if (parsed.format === "rss") return ofRss(parsed.feed);
  if (parsed.format === "atom") return ofAtom(parsed.feed);
  if (parsed.format === "rdf") return ofRdf(parsed.feed);
  return ofJson(parsed.feed);
}

function ofRss(feed: Of<"rss">): EntryList {
  const entries = (feed.items ?? []).map((item) => ({
    title: item.title ?? item.dc?.titles?.[0],
    link: item.link ?? permanentGuid(item.guid),
    summary: item.description ?? item.dc?.descriptions?.[0],
    content: item.content?.encoded,
    image: item.enclosures?.find(({ type }) => type?.startsWith("image/"))?.url ?? mediaImage(item.media),
    date: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? item.atom?.updated,
    source: item.source?.title,
  }));
  return { title: feed.title, siteUrl: feed.link, entries, times: timesOf(feed) };
}

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const timesOf = ({ ttl, skipHours, skipDays }: Of<"rss">): FeedTimes => ({
  ttlMinutes: ttl ?? 0,
  // Some count the hours of the day from one.
  skipHours: (skipHours ?? []).map((hour) => hour % 24),
  skipDays: (skipDays ?? []).map((day) => DAYS.indexOf(day.toLowerCase())),
});

/** A guid is the entry's address when it says so, and then it may be relative; many are without saying so. */
const permanentGuid = (guid: { value?: string; isPermaLink?: boolean } | undefined): string | undefined =>
  (guid?.isPermaLink === true ? /^(?:https?:|\/)/iu : /^https?:/iu).test(guid?.value ?? "") &&
  guid?.isPermaLink !== false
    ? guid?.value
    : undefined;

function ofAtom(feed: Of<"atom">): EntryList {
  const entries = (feed.entries ?? []).map((entry) => ({
    title: entry.title?.value,
    link: pageLink(entry.links),
    summary: entry.summary?.value ?? entry.media?.groups?.[0]?.description?.value,
    content: entry.content?.value,
    image: mediaImage(entry.media) ?? mediaImage(entry.media?.groups?.[0]),
    date: entry.published ?? entry.updated,
    source: entry.source?.title?.value,
  }));
  return { title: feed.title?.value, siteUrl: pageLink(feed.links), entries };
}

type Links = readonly { href?: string; rel?: string; type?: string }[] | undefined;

/** Of several links the one to the page itself. */
export function pageLink(links: Links): string | undefined {
  const pages = (links ?? []).filter(({ rel }) => rel === undefined || rel === "alternate");
  return (pages.find(({ type }) => type === undefined || type === "text/html") ?? pages[0])?.href;
}

function ofRdf(feed: Of<"rdf">): EntryList {
  const entries = (feed.items ?? []).map((item) => ({
    title: item.title ?? item.dc?.titles?.[0],
    link: item.link ?? item.rdf?.about,
    summary: item.description ?? item.dc?.descriptions?.[0],
    content: item.content?.encoded,
    image: mediaImage(item.media),
    date: item.dc?.dates?.[0] ?? item.dcterms?.issued?.[0],
    source: undefined,
  }));
  return { title: feed.title, siteUrl: feed.link, entries };
}

function ofJson(feed: Of<"json">): EntryList {
  const entries = (feed.items ?? []).map((item) => ({
    title: item.title,
    link: item.url ?? item.external_url ?? (/^https?:/iu.test(item.id ?? "") ? item.id : undefined),
    summary: item.summary,
    content: item.content_html ?? item.content_text,
    image: item.image ?? item.banner_image,
    date: item.date_published ?? item.date_modified,
    source: undefined,
  }));
  return { title: feed.title, siteUrl: feed.home_page_url, entries };
}

interface Media {
  contents?: { url?: string; medium?: string; type?: string; width?: number }[];
  thumbnails?: { url?: string; width?: number }[];
}

/** The widest picture that goes with an entry; small avatars are none. */
function mediaImage(media: Media | undefined): string | undefined {
  const contents = (media?.contents ?? []).filter(
    ({ medium, type }) => medium === "image" || type?.startsWith("image/") || (!medium && !type),
  );
  const pictures = [...contents, ...(media?.thumbnails ?? [])].filter(
    ({ width }) => width === undefined || width > 60,
  );
  return pictures.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))[0]?.url;
}
