import type { Arrival } from "#server/outside/http/source-error.ts";

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
export interface PageArrival extends Arrival {
  /** Address before redirects. */
  requestedUrl?: string;
}

/** Reads web pages. */
export interface WebPages {
  /**
   * Returns the page's metadata. Returns null if it is not a page, closed to bots, or behind a consent or human check.
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
  of(url: string, signal?: AbortSignal): AsyncIterable<SiteIcon>;
}
