import { type CheerioAPI, load } from "cheerio";

import { readDate } from "#server/outside/feeds/dates.ts";
import { isBotWall, isEmptyTitle } from "#server/outside/http/bot-walls.ts";
import { canonicalUrl, webAddress } from "#server/outside/http/canonical-url.ts";
import { decodeText, META_CHARSET } from "#server/outside/http/text-encoding.ts";
import { firstNameFirst, splitNames } from "#shared/readings/person-name.ts";

import { truncateExcess, textOfHtml } from "./html-text.ts";
import { listIcons, type ReceivedPage, type PageLink, type WebPage } from "./page.ts";
import { truncateText, oneLine } from "./plain-text.ts";
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
  return distinctLinks(feeds.map(({ href, text }) => ({ url: webAddress(href, base), text }))).slice(
    0,
    MAX_FEEDS,
  );
}

/** Lists a page's links, without duplicate addresses. */
function listLinks($: CheerioAPI, base: string): PageLink[] {
  const links = $("a[href]")
    .slice(0, MAX_LINKS)
    .toArray()
    .map((element) => ({ url: canonicalUrl($(element).attr("href"), base), text: $(element).text() }));
  return distinctLinks(links);
}

function distinctLinks(links: readonly { url: string | null; text: string }[]): PageLink[] {
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
const MAX_CHARS = 1_500_000;

/** Parses a page's metadata. Returns null if it is not a page, or if it is a bot wall. */
export function readPage({ bytes, contentType, url, requestedUrl = url, now }: ReceivedPage): WebPage | null {
  if (contentType && !/html|xml|text\/plain/iu.test(contentType)) return null;
  const html = decodeText(bytes, { contentType, declaration: META_CHARSET }).slice(0, MAX_CHARS);
  if (!/<(?:!doctype\s+html|html|head|title|meta|body|link)\b/iu.test(html)) return null;
  const $ = load(truncateExcess(html));
  const base = webAddress($("base[href]").first().attr("href"), url) ?? url;
  const metas = readMetas($);
  const allMetas = (name: string): string[] => metas.get(name.toLowerCase()) ?? [];
  const meta = (...names: string[]): string | null =>
    names.map((name) => allMetas(name).find((text) => text !== "")).find((text) => text !== undefined) ??
    null;
  const heading = oneLine($("head > title").first().text() || $("title").not("svg *").first().text());
  if (isBotWall($, { html, title: heading, url, requestedUrl }) || isEmptyTitle(meta("og:title") ?? ""))
    return null;
  const facts = readStructuredData($);
  const authors = findAuthors({ $, all: allMetas, facts });
  const siteName = lineOrNull(meta("og:site_name", "application-name") ?? facts.siteName);
  const ownAddress = webAddress(meta("og:url") ?? $("link[rel='canonical' i]").first().attr("href"), base);
  const type = meta("og:type") ?? "";
  const headline = findHeadline(facts.headlines, heading);
  const address = ownAddress ?? url;
  const site = {
    names: [siteName ?? "", ...authors],
    host: new URL(address).hostname.replace(/^www\./u, ""),
  };
  const declaredTitle = headline ?? meta(...TITLES);
  const title = withoutSiteName(declaredTitle ?? (heading || facts.name), site);
  const cut = title === null ? null : withoutSuffix(title, { $, site, isHeading: declaredTitle === null });
  return {
    url,
    title: lineOrNull(cut),
    description: proseOrNull(
      meta("og:description", "description", "twitter:description") ?? facts.description,
    ),
    siteName,
    imageUrl: webAddress(
      meta("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"),
      base,
    ),
    authors,
    company: lineOrNull(facts.company),
    category: lineOrNull(facts.category),
    keywords: listKeywords([...facts.keywords, ...allMetas("article:tag"), ...allMetas("keywords")]),
    publishedAt: readDate(
      meta("article:published_time", "citation_date", "citation_publication_date", "datePublished", "date") ??
        facts.publishedAt,
      now,
    ),
    kind:
      facts.kind ??
      (/^(?:book|books\.book)$/iu.test(type)
        ? "book"
        : /^product/iu.test(type)
          ? "product"
          : /^article/iu.test(type)
            ? "article"
            : null),
    isbn: facts.isbn ?? meta("books:isbn", "book:isbn", "citation_isbn", "isbn"),
    icons: listIcons($, base),
    manifestUrl: webAddress($("link[rel~='manifest' i][href]").first().attr("href"), base),
    feeds: listFeeds($, base),
    links: listLinks($, base),
  };
}

/** Returns the headline with which the page's heading begins. Prefers the heading if it continues a headline. */
function findHeadline(headlines: readonly string[], heading: string): string | undefined {
  const beginnings = headlines.filter((text) => heading.startsWith(text));
  const isWhole = (text: string) => /^\s*(?:[|·•»«\\–—:-]|$)/u.test(heading.slice(text.length));
  return beginnings.length > 0 ? beginnings.find(isWhole) : headlines[0];
}

const TITLES = [
  "dc:title",
  "dc.title",
  "dcterms.title",
  "citation_title",
  "eprints.title",
  "bepress_citation_title",
  "og:title",
  "twitter:title",
  "parsely-title",
];
const MAX_METAS = 500;

/** Returns the page's meta elements by name in lower case. A property may have several names. */
function readMetas($: CheerioAPI): Map<string, string[]> {
  const metas = new Map<string, string[]>();
  for (const element of $("meta[content]").slice(0, MAX_METAS).toArray()) {
    const { property = "", name = "", itemprop = "", content = "" } = element.attribs;
    const text = oneLine(textOfHtml(content.slice(0, 10_000)));
    const names = `${property} ${name} ${itemprop}`.toLowerCase().split(/\s+/u).filter(Boolean);
    for (const one of new Set(names)) metas.set(one, [...(metas.get(one) ?? []), text]);
  }
  return metas;
}

/** Names of a page's site and authors, and its host. */
interface Site {
  names: readonly string[];
  host: string;
}

/** Removes the name of the site, or of the author, from the end of a title. */
function withoutSiteName(title: string | null, { names, host }: Site): string | null {
  const [, start = "", end = ""] = /^(.+\S)\s+(?:[|·•»«\\–—-]|::)\s+(\S[^|]*)$/u.exec(title ?? "") ?? [];
  const written = toLetters(end);
  // Short names, such as V8, and initials could be in a host by chance, except as a whole label.
  const labels = new Set(host.split(".").slice(0, -1).map(toLetters));
  const isSite =
    written !== "" &&
    (labels.has(written) ||
      labels.has(toInitials(end)) ||
      (written.length > 3 &&
        (toLetters(host).includes(written) || names.some((name) => toLetters(name) === written))));
  return isSite ? start : title;
}

const SEPARATOR = /\s+(?:[|·•»«\\–—-]|::)\s+/gu;
const MAX_HEADINGS = 5;
const MAX_SITE_NAME_WORDS = 4;

/**
 * Removes text after the page's own heading, such as "documentation" with a version. If the title is only in the title
 * bar, also removes a short last part after a bar, or the site's name before it.
 */
function withoutSuffix(
  title: string,
  { $, site, isHeading }: { $: CheerioAPI; site: Site; isHeading: boolean },
): string {
  if (title.length > MAX_LINE) return title;
  const names = new Set(site.names.map(toLetters));
  const headings = $("h1").slice(0, MAX_HEADINGS).toArray();
  const ownHeadings = new Set(
    headings.map((element) => toLetters($(element).text())).filter((text) => text !== "" && !names.has(text)),
  );
  for (const { index } of title.matchAll(SEPARATOR)) {
    const start = title.slice(0, index);
    if (ownHeadings.has(toLetters(start)) && !toLetters(site.host).includes(toLetters(start))) return start;
  }
  const [, start = "", end = ""] = /^(\S+(?:\s+\S+){2,})\s+\|\s+([^|]+)$/u.exec(title) ?? [];
  if (!isHeading || start === "") return title;
  if (names.has(toLetters(start))) return end;
  return end.split(/\s+/u).length <= MAX_SITE_NAME_WORDS ? start : title;
}

/** Returns the initials of a name of several words, such as "mit". */
function toInitials(name: string): string {
  const words = name.split(/[\s-]+/u).filter((word) => /^\p{Lu}/u.test(word));
  return words.length > 2 ? toLetters(words.map((word) => word.slice(0, 1)).join("")) : "-";
}

const toLetters = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

interface AuthorSources {
  $: CheerioAPI;
  all: (name: string) => string[];
  facts: Pick<StructuredFacts, "authors">;
}

/** Returns the authors, first names first, from the first source with any. Each of Scholar's tags has one person. */
function findAuthors({ $, all, facts }: AuthorSources): string[] {
  const toSingleName = (name: string) => firstNameFirst(name, { isSingle: true });
  const sources = [
    () => [
      ...all("citation_author").flatMap(splitNames).map(toSingleName),
      ...all("citation_authors").flatMap(readByline),
    ],
    ...["eprints.creators_name", "bepress_citation_author", "prism.author"].map(
      (name) => () => all(name).flatMap(splitNames).map(toSingleName),
    ),
    () => facts.authors.flatMap(readByline),
    ...["dc:creator", "dc.creator", "dcterms.creator"].map(
      (name) => () => all(name).flatMap(splitNames).map(toSingleName),
    ),
    ...BYLINE_METAS.map((name) => () => all(name).flatMap(readByline)),
    // Blog programs describe their cards for X with pairs of labels and texts.
    () =>
      (/^(?:written|posted) by$/iu.test(all("twitter:label1")[0] ?? "") ? all("twitter:data1") : []).flatMap(
        readByline,
      ),
    () => findByline($),
    () => findAuthorLine($),
  ];
  for (const read of sources) {
    const names = [...new Set(read().filter(isName))].slice(0, MAX_NAMES);
    if (names.length > 0) return names;
  }
  return [];
}

const BYLINE_METAS = [
  "author",
  "byl",
  "article:author",
  "og:article:author",
  "book:author",
  "og:book:author",
  "parsely-author",
  "sailthru.author",
];
const BY = /^(?:(?:written|posted) )?by\b:?\s*/iu;
const POSITION = /,\s+[^,]*\b(?:writer|reporter|editor|correspondent|columnist|contributor)s?$/iu;
const FULL_NAME = /^\p{Lu}\S*(?:\s+\S+){1,3}$/u;

/** Returns the people in a byline such as "By Ana Li and Bo Ray, staff writers". */
function readByline(text: string): string[] {
  return splitNames(text.replace(BY, "")).flatMap((part) => {
    const names = part.trim().replace(POSITION, "");
    const name = firstNameFirst(names);
    const each = name.split(/\s*,?\s+(?:and|&)\s+|,\s*/u);
    return each.every((one) => FULL_NAME.test(one)) ? each : [name];
  });
}

const BYLINES =
  "[rel~='author' i], [itemprop~='author' i], [property~='author' i], .p-author, .byline, .author, [class*='author' i][class*='name' i], [class*='byline__author' i]";
const MAX_BYLINES = 20;
const MAX_BYLINE = 100;

/** Returns the author as shown in the text. */
function findByline($: CheerioAPI): string[] {
  for (const element of $(BYLINES).slice(0, MAX_BYLINES).toArray()) {
    const name = $(element).find("[itemprop~='name' i], [property~='name' i]").first();
    const markedName = oneLine(name.attr("content") ?? name.text());
    const text = markedName || oneLine(element.attribs["content"] ?? $(element).text()).replace(BY, "");
    const isDated = markedName === "" && /\d/u.test(text);
    if (text.length <= MAX_BYLINE && /\p{L}{2}/u.test(text) && !isDated) return [text];
  }
  return [];
}

const NAME = /^\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+[\p{L}\p{M}'’.-]+){0,2}\s+\p{Lu}[\p{L}\p{M}'’.-]*$/u;

/** Returns the authors in a line such as "Written by Ana Li and Bo Ray.", or in the element after "Written by". */
function findAuthorLine($: CheerioAPI): string[] {
  const lines = $("p, div, span, address, li").filter(
    (_index, { firstChild: first }) => first !== null && "data" in first && BY.test(first.data.trimStart()),
  );
  for (const element of lines.slice(0, MAX_BYLINES).toArray()) {
    const line = oneLine($(element).text().slice(0, MAX_LINE));
    const text = line.replace(BY, "") === "" ? oneLine($(element).next().text().slice(0, MAX_LINE)) : line;
    if (text.length > MAX_BYLINE) continue;
    const names = readByline(text.replace(/\.$/u, ""));
    if (names.every((name) => NAME.test(name))) return names;
  }
  return [];
}

const lineOrNull = (text: string | null): string | null =>
  truncateText(oneLine(text ?? ""), MAX_LINE) || null;
const proseOrNull = (text: string | null): string | null => truncateText(text ?? "", MAX_DESCRIPTION) || null;

/** True for an author's name, rather than an address or a content system's default account. */
const isName = (text: string): boolean =>
  text !== "" && text.length <= 200 && !/^https?:|^(?:super user|admin|administrator)$/iu.test(text);

function listKeywords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.split(/[,;]/u)).map((word) => oneLine(word));
  return [...new Set(words.filter((word) => word !== "" && word.length <= 50))].slice(0, 30);
}
