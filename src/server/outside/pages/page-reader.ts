import { type CheerioAPI, load } from "cheerio";

import { readDate } from "#server/outside/feeds/dates.ts";
import { isBotWall, isEmptyTitle } from "#server/outside/http/bot-walls.ts";
import { canonicalUrl, webAddress } from "#server/outside/http/canonical-url.ts";
import type { Arrival } from "#server/outside/http/source-error.ts";
import { decodeText, META_CHARSET } from "#server/outside/http/text-encoding.ts";
import { firstNameFirst } from "#shared/readings/person-name.ts";

import { withinReason } from "./html-depth.ts";
import { cutText, oneLine, textOfHtml } from "./html-text.ts";
import { listIcons } from "./page-icons.ts";
import type { PageLink, WebPage } from "./page.ts";
import { readStructuredData, type StructuredFacts } from "./structured-data.ts";

const MAX_FEEDS = 10;
const MAX_LINKS = 500;
const FEED_TYPE = /^(?:application\/(?:rss|atom|rdf|feed)\+(?:xml|json)|application\/json|text\/xml)\b/iu;

/** Lists the feeds that a page announces. */
function listFeeds($: CheerioAPI, base: string): PageLink[] {
  const feeds = $("link[rel~='alternate' i][type][href]")
    .toArray()
    .filter((element) => FEED_TYPE.test($(element).attr("type") ?? ""))
    // WordPress announces its API in the same way.
    .filter((element) => !/wp-json|oembed/iu.test($(element).attr("href") ?? ""))
    .map((element) => ({ href: $(element).attr("href"), text: $(element).attr("title") ?? "" }));
  return distinct(feeds.map(({ href, text }) => ({ url: webAddress(href, base), text }))).slice(0, MAX_FEEDS);
}

/** Lists a page's links, without duplicate addresses. */
function listLinks($: CheerioAPI, base: string): PageLink[] {
  const links = $("a[href]")
    .slice(0, MAX_LINKS)
    .toArray()
    .map((element) => ({ url: canonicalUrl($(element).attr("href"), base), text: $(element).text() }));
  return distinct(links);
}

function distinct(links: readonly { url: string | null; text: string }[]): PageLink[] {
  const found = new Map<string, PageLink>();
  for (const { url, text } of links) {
    if (url !== null && !found.has(url)) found.set(url, { url, text: oneLine(text).slice(0, 200) });
  }
  return [...found.values()];
}

const MAX_LINE = 300;
const MAX_DESCRIPTION = 2000;
const MAX_NAMES = 50;
/** Parsing time is linear in the size. A page's metadata is near its beginning. */
const MAX_LETTERS = 1_500_000;

/** Parses a page's metadata. Returns null if it is not a page, or a wall in front of one. */
export function readPage({ bytes, contentType, url, now }: Arrival): WebPage | null {
  if (contentType && !/html|xml|text\/plain/iu.test(contentType)) return null;
  const html = decodeText(bytes, { contentType, declaration: META_CHARSET }).slice(0, MAX_LETTERS);
  if (!/<(?:!doctype\s+html|html|head|title|meta|body|link)\b/iu.test(html)) return null;
  const $ = load(withinReason(html));
  const base = webAddress($("base[href]").first().attr("href"), url) ?? url;
  const meta = (...names: string[]): string | null => {
    for (const name of names) {
      const found = $(`meta[property="${name}"], meta[name="${name}"], meta[itemprop="${name}"]`);
      const text = oneLine(textOfHtml(found.first().attr("content")?.slice(0, 10_000) ?? ""));
      if (text !== "") return text;
    }
    return null;
  };
  const all = (name: string): string[] =>
    $(`meta[property="${name}" i], meta[name="${name}" i]`)
      .slice(0, MAX_NAMES)
      .toArray()
      .map((element) => oneLine(textOfHtml($(element).attr("content")?.slice(0, 1000) ?? "")));
  const heading = oneLine($("head > title").first().text() || $("title").first().text());
  if (isBotWall($, html, heading) || isEmptyTitle(meta("og:title") ?? "")) return null;
  const facts = readStructuredData($);
  const authors = authorsOf({ all, facts });
  return {
    url,
    title: lineOrNull(meta("og:title", "twitter:title", "citation_title") ?? (heading || facts.name)),
    description: proseOrNull(
      meta("og:description", "description", "twitter:description") ?? facts.description,
    ),
    siteName: lineOrNull(meta("og:site_name", "application-name") ?? facts.siteName),
    imageUrl: webAddress(
      meta("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"),
      base,
    ),
    authors: [...new Set(authors.filter(isName))].slice(0, MAX_NAMES),
    company: lineOrNull(facts.company),
    category: lineOrNull(facts.category),
    keywords: listKeywords([...facts.keywords, ...all("article:tag"), ...all("keywords")]),
    publishedAt: readDate(
      meta("article:published_time", "citation_date", "citation_publication_date", "datePublished", "date") ??
        facts.publishedAt,
      now,
    ),
    icons: listIcons($, base),
    manifestUrl: webAddress($("link[rel~='manifest' i][href]").first().attr("href"), base),
    feeds: listFeeds($, base),
    links: listLinks($, base),
  };
}

/** Returns the authors, first names first. Scholar's tags have one person each, others anything. */
function authorsOf({
  all,
  facts,
}: {
  all: (name: string) => string[];
  facts: Pick<StructuredFacts, "authors">;
}): string[] {
  const people = [...all("citation_author"), ...all("citation_authors")].flatMap((text) => text.split(";"));
  const others = [
    "author",
    "article:author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
  ];
  return [
    ...people.map((name) => firstNameFirst(name, { isSingle: true })),
    ...[...others.flatMap(all), ...facts.authors]
      .flatMap((text) => text.split(";"))
      .map((name) => firstNameFirst(name)),
  ];
}

const lineOrNull = (text: string | null): string | null => cutText(oneLine(text ?? ""), MAX_LINE) || null;
const proseOrNull = (text: string | null): string | null => cutText(text ?? "", MAX_DESCRIPTION) || null;

/** True for an author's name, rather than an address. */
const isName = (text: string): boolean => text !== "" && text.length <= 200 && !/^https?:/iu.test(text);

function listKeywords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.split(/[,;]/u)).map((word) => oneLine(word));
  return [...new Set(words.filter((word) => word !== "" && word.length <= 50))].slice(0, 30);
}
