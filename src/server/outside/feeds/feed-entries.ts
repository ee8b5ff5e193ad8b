import type { parseFeed } from "feedsmith";

import type { FeedTimes } from "./feed.ts";
import type { TextFormat } from "./title-text.ts";

type Parsed = ReturnType<typeof parseFeed<string>>;
type FeedOf<Format extends Parsed["format"]> = Extract<Parsed, { format: Format }>["feed"];

/** Common fields of all formats. Texts may be HTML, and addresses may be invalid. */
export interface FeedEntry {
  title: string | undefined;
  /** Only set by Atom. */
  titleFormat?: TextFormat | undefined;
  /** Addresses of its page, followed by substitutes. */
  links: (string | undefined)[];
  /** Guid or id in the feed. */
  id: string | undefined;
  summary: string | undefined;
  summaryFormat?: TextFormat | undefined;
  content: string | undefined;
  contentFormat?: TextFormat | undefined;
  image: string | undefined;
  /** Publication date, followed by the update date. */
  dates: (string | undefined)[];
  source: string | undefined;
  /** Base of its relative addresses, if the feed names one. */
  base: string | undefined;
}

interface EntryList {
  title: string | undefined;
  siteUrl: string | undefined;
  language?: string | undefined;
  base?: string | undefined;
  entries: FeedEntry[];
  times?: FeedTimes;
}

/** Returns the entries of a feed of any format, in a common form. */
export function listEntries(parsed: Parsed): EntryList {
  if (parsed.format === "rss") return listRssEntries(parsed.feed);
  if (parsed.format === "atom") return listAtomEntries(parsed.feed);
  if (parsed.format === "rdf") return listRdfEntries(parsed.feed);
  return listJsonEntries(parsed.feed);
}

function listRssEntries(feed: FeedOf<"rss">): EntryList {
  const entries = (feed.items ?? []).map((item) => ({
    title: item.title ?? item.dc?.titles?.[0] ?? item.atom?.title?.value ?? item.media?.title?.value,
    links: [
      item.link,
      pageLink(item.atom?.links),
      permanentGuid(item.guid),
      findEnclosure(item.enclosures),
      item.media?.contents?.[0]?.url ?? item.media?.groups?.[0]?.contents?.[0]?.url,
      item.comments,
    ],
    id: item.guid?.value ?? item.atom?.id,
    summary: item.description ?? item.dc?.descriptions?.[0] ?? item.itunes?.summary,
    content: item.content?.encoded ?? item.atom?.content?.value,
    image: findImage(item.enclosures) ?? mediaImage(item.media) ?? item.itunes?.image,
    dates: [
      item.pubDate,
      ...(item.dc?.dates ?? []),
      ...listTermDates(item.dcterms),
      item.atom?.published,
      item.atom?.updated,
    ],
    source: item.source?.title,
    base: item.xml?.base,
  }));
  return {
    title: feed.title,
    siteUrl: feed.link ?? pageLink(feed.atom?.links),
    language: feed.language ?? feed.dc?.languages?.[0],
    base: feed.xml?.base,
    entries,
    times: readTimes(feed),
  };
}

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const readTimes = ({ ttl, skipHours, skipDays }: FeedOf<"rss">): FeedTimes => ({
  ttlMinutes: ttl ?? 0,
  // Some feeds count the hours of the day from one.
  skipHours: (skipHours ?? []).map((hour) => hour % 24),
  skipDays: (skipDays ?? []).map((day) => DAYS.indexOf(day.toLowerCase())),
});

/**
 * Returns the guid if it is declared as an address, possibly relative, or if it is an absolute address without a
 * declaration.
 */
const permanentGuid = (guid: { value?: string; isPermaLink?: boolean } | undefined): string | undefined =>
  (guid?.isPermaLink === true ? /^(?:https?:|\/)/iu : WEB_ADDRESS).test(guid?.value ?? "") &&
  guid?.isPermaLink !== false
    ? guid?.value
    : undefined;

const WEB_ADDRESS = /^https?:/iu;

interface Enclosure {
  url?: string;
  type?: string;
}

const isImage = ({ type }: Enclosure): boolean => type?.startsWith("image/") === true;
const findImage = (enclosures: readonly Enclosure[] | undefined): string | undefined =>
  enclosures?.find(isImage)?.url;
/** Returns the file of an entry without a page: an episode, a film, a download. */
const findEnclosure = (enclosures: readonly Enclosure[] | undefined): string | undefined =>
  (enclosures?.find((enclosure) => !isImage(enclosure)) ?? enclosures?.[0])?.url;

interface DateTerms {
  issued?: string[];
  created?: string[];
  modified?: string[];
}

const listTermDates = (terms: DateTerms | undefined): string[] => [
  ...(terms?.issued ?? []),
  ...(terms?.created ?? []),
  ...(terms?.modified ?? []),
];

function listAtomEntries(feed: FeedOf<"atom">): EntryList {
  const entries = (feed.entries ?? []).map((entry) => ({
    title: entry.title?.value ?? entry.media?.title?.value,
    titleFormat: toTextFormat(entry.title?.type),
    links: [
      pageLink(entry.links),
      WEB_ADDRESS.test(entry.id ?? "") ? entry.id : undefined,
      findLink(entry.links, "enclosure"),
      entry.content?.src,
      findLink(entry.links, "related"),
      findLink(entry.links, "via"),
      findLink(entry.links, "self"),
    ],
    id: entry.id,
    summary: entry.summary?.value ?? entry.media?.groups?.[0]?.description?.value,
    summaryFormat: toTextFormat(entry.summary?.type),
    content: entry.content?.value,
    contentFormat: toTextFormat(entry.content?.type),
    image:
      mediaImage(entry.media) ??
      mediaImage(entry.media?.groups?.[0]) ??
      entry.links?.find(({ rel, type }) => rel === "enclosure" && type?.startsWith("image/"))?.href,
    dates: [entry.published, ...(entry.dc?.dates ?? []), ...listTermDates(entry.dcterms), entry.updated],
    source: entry.source?.title?.value,
    base: entry.xml?.base,
  }));
  return {
    title: feed.title?.value,
    siteUrl: pageLink(feed.links),
    language: feed.xml?.lang,
    base: feed.xml?.base,
    entries,
  };
}

/** Returns the format of an Atom text. Without a type it should be plain text, but many feeds use HTML. */
function toTextFormat(type: string | undefined): TextFormat {
  const name = type?.trim().toLowerCase() ?? "";
  if (name === "text" || name === "text/plain") return "text";
  return /html/u.test(name) ? "html" : "unknown";
}

type Links = readonly { href?: string; rel?: string; type?: string }[] | undefined;

/** Returns the link to the page itself from several links. */
export function pageLink(links: Links): string | undefined {
  const pages = (links ?? []).filter(({ rel }) => rel === undefined || rel === "alternate");
  return (pages.find(({ type }) => type === undefined || type === "text/html") ?? pages[0])?.href;
}

const findLink = (links: Links, wanted: string): string | undefined =>
  links?.find(({ rel }) => rel === wanted)?.href;

function listRdfEntries(feed: FeedOf<"rdf">): EntryList {
  const entries = (feed.items ?? []).map((item) => ({
    title: item.title ?? item.dc?.titles?.[0],
    links: [item.link, item.rdf?.about],
    id: item.rdf?.about,
    summary: item.description ?? item.dc?.descriptions?.[0],
    content: item.content?.encoded,
    image: mediaImage(item.media),
    dates: [...(item.dc?.dates ?? []), ...listTermDates(item.dcterms)],
    source: undefined,
    base: item.xml?.base,
  }));
  return {
    title: feed.title,
    siteUrl: feed.link,
    language: feed.dc?.languages?.[0],
    base: feed.xml?.base,
    entries,
  };
}

function listJsonEntries(feed: FeedOf<"json">): EntryList {
  const entries = (feed.items ?? []).map((item): FeedEntry => ({
    title: item.title,
    links: [
      item.url,
      item.external_url,
      WEB_ADDRESS.test(item.id ?? "") ? item.id : undefined,
      item.attachments?.[0]?.url,
    ],
    id: item.id,
    summary: item.summary,
    content: item.content_html ?? item.content_text,
    contentFormat: item.content_html === undefined ? "text" : "html",
    image:
      item.image ??
      item.banner_image ??
      item.attachments?.find(({ mime_type: type }) => type?.startsWith("image/"))?.url,
    dates: [item.date_published, item.date_modified],
    source: undefined,
    base: undefined,
  }));
  return { title: feed.title, siteUrl: feed.home_page_url, language: feed.language, entries };
}

interface Media {
  contents?: (MediaPicture & { medium?: string; type?: string; thumbnails?: MediaPicture[] })[];
  groups?: Media[];
  thumbnails?: MediaPicture[];
}

interface MediaPicture {
  url?: string;
  width?: number;
}

/** Returns an entry's widest picture, ignoring small avatars. */
function mediaImage(media: Media | undefined): string | undefined {
  const all = [media, ...(media?.groups ?? [])];
  const contents = all.flatMap((part) => part?.contents ?? []);
  const images = contents.filter(
    ({ medium, type }) => medium === "image" || type?.startsWith("image/") || (!medium && !type),
  );
  const thumbnails = [...all, ...contents].flatMap((part) => part?.thumbnails ?? []);
  const pictures = [...images, ...thumbnails].filter(({ width }) => width === undefined || width > 60);
  return pictures.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))[0]?.url;
}
