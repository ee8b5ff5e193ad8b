/** An icon that a page names, the best ones first. */
export interface PageIcon {
  url: string;
}

export interface PageLink {
  url: string;
  text: string;
}

/** What a web page tells of itself, all texts plain, all addresses http or https. */
export interface WebPage {
  /** Where the page is, after redirects. */
  url: string;
  title: string | null;
  description: string | null;
  siteName: string | null;
  imageUrl: string | null;
  authors: string[];
  /** The company behind a product, as the page's structured data names it. */
  company: string | null;
  /** What kind of thing the page is about, as its structured data says. */
  category: string | null;
  keywords: string[];
  publishedAt: string | null;
  icons: PageIcon[];
  feeds: PageLink[];
  links: PageLink[];
}

/** Reads web pages. */
export interface WebPages {
  /**
   * The page, or null where there is nothing to learn: not a page, one that its site keeps from programs, or one
   * that asks for consent or a proof of being human.
   */
  read(url: string, signal?: AbortSignal): Promise<WebPage | null>;
}

/** A picture of a site, to be checked like an upload. */
export interface SiteIcon {
  url: string;
  bytes: Uint8Array;
  mediaType: string;
}

export interface SiteIcons {
  /** The best icon of a site, or null when it has none that can be kept. */
  of(url: string, signal?: AbortSignal): Promise<SiteIcon | null>;
}
