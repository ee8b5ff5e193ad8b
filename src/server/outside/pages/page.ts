/** An icon that a page names. */
export interface PageIcon {
  url: string;
  /** How good a logo it promises to be, the higher the better. */
  rank: number;
}

export interface PageLink {
  url: string;
  text: string;
}

/** What a web page gives of itself, all texts plain, all addresses http or https. */
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
  /** The best ones first. */
  icons: PageIcon[];
  /** The web app manifest, which may name more icons. */
  manifestUrl: string | null;
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
}

export interface SiteIcons {
  /**
   * The icons of a site, the best first, each fetched when it is asked for; only a few are. Of somebody's work on
   * a site for everybody's, the picture of the owner's account.
   */
  of(url: string, signal?: AbortSignal): AsyncIterable<SiteIcon>;
}
