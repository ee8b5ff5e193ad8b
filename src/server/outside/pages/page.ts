import type { CheerioAPI } from "cheerio";

import { webAddress } from "#server/outside/http/canonical-url.ts";
import type { ReceivedBytes } from "#server/outside/http/source-error.ts";

export interface PageIcon {
  url: string;
  /** Expected quality as a logo. Higher is better. */
  rank: number;
}

export interface PageLink {
  url: string;
  text: string;
}

/** Metadata of a web page. All texts are plain, all addresses http or https. */
export interface WebPage {
  /** Address of the page, after redirects. */
  url: string;
  title: string | null;
  description: string | null;
  siteName: string | null;
  imageUrl: string | null;
  authors: string[];
  /** Company behind a product, from the page's structured data. */
  company: string | null;
  /** Category of the page's subject, from its structured data. */
  category: string | null;
  keywords: string[];
  publishedAt: string | null;
  /** Kind of content, as declared by the page. Null if it declares none. */
  kind: "product" | "article" | "book" | null;
  /** ISBN of the page's book, unchecked. */
  isbn: string | null;
  /** Best icons first. */
  icons: PageIcon[];
  /** Address of the web app manifest, which may list more icons. */
  manifestUrl: string | null;
  feeds: PageLink[];
  links: PageLink[];
}

/** Bytes of a page. */
export interface ReceivedPage extends ReceivedBytes {
  /** Address before redirects. */
  requestedUrl?: string;
}

/** Reads web pages. */
export interface WebPages {
  /**
   * Returns the page's metadata. Returns null if it is not a page, or is closed to bots or behind a consent or human
   * check.
   */
  read(url: string, signal?: AbortSignal): Promise<WebPage | null>;
}

/** Picture from a site. It must be checked like an upload. */
export interface SiteIcon {
  url: string;
  bytes: Uint8Array;
}

export interface SiteIcons {
  /**
   * Returns a site's icons, best first, each fetched on demand and only a few in all. For hosted work, returns the
   * picture of the owner's account.
   */
  list(url: string, signal?: AbortSignal): AsyncIterable<SiteIcon>;
}

const MAX_ICONS = 12;
/** Larger icons are no better for a logo of a few dozen pixels. */
const BEST_SIZE = 192;

/**
 * Default icon paths, which pages don't name. A touch icon is about 180 pixels wide and better than a small named icon.
 * An icon file is the last resort.
 */
const DEFAULT_ICONS = [
  { path: "/apple-touch-icon.png", rank: 40 },
  { path: "/favicon.ico", rank: -200 },
];

/** Lists a page's icons and its site's default ones, best first. */
export function listIcons($: CheerioAPI, base: string): PageIcon[] {
  const linkedIcons = $("link[rel][href]")
    .toArray()
    .flatMap((element): PageIcon[] => {
      const rel = ($(element).attr("rel") ?? "").toLowerCase().split(/\s+/u);
      const url = webAddress($(element).attr("href"), base);
      // A mask icon is a black shape for pinned tabs.
      if (url === null || !rel.some((word) => word === "icon" || word.startsWith("apple-touch-icon")))
        return [];
      const isTouch = rel.some((word) => word.startsWith("apple-touch-icon"));
      const [sizes, type] = [$(element).attr("sizes"), $(element).attr("type")];
      return [{ url, rank: rankIcon({ url, sizes, type, isTouch }) }];
    });
  const defaultIcons = DEFAULT_ICONS.map(({ path, rank }) => ({ url: new URL(path, base).href, rank }));
  return sortIcons([...sortIcons(linkedIcons).slice(0, MAX_ICONS), ...defaultIcons]);
}

/** Sorts icons, best first, without duplicate addresses. */
export function sortIcons(icons: readonly PageIcon[]): PageIcon[] {
  const worstFirst = icons.toSorted((a, b) => a.rank - b.rank).map((icon) => [icon.url, icon] as const);
  return [...new Map(worstFirst).values()].toSorted((a, b) => b.rank - a.rank);
}

interface IconFacts {
  url: string;
  sizes?: string | undefined;
  type?: string | undefined;
  isTouch?: boolean;
}

/** Ranks vector pictures first, then by size. Touch icons without a size count as about 180 pixels wide. */
export function rankIcon({ url, sizes, type, isTouch = false }: IconFacts): number {
  if (type === "image/svg+xml" || /\.svg(?:\?|$)/iu.test(url)) return BEST_SIZE + 1;
  const size = Math.max(0, ...(sizes ?? "").split(/\s+/u).map((text) => Number.parseInt(text, 10) || 0));
  const isIco = type?.includes("icon") === true || /\.ico(?:\?|$)/iu.test(url);
  return Math.min(size || (isTouch ? 180 : 32), BEST_SIZE) - (isIco ? 100 : 0);
}
