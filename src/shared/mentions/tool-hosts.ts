/** Shared hosts, whose publishers are not the tool's maker. */
const SHARED_HOSTS: ReadonlySet<string> = new Set(
  `apps.apple.com arxiv.org bitbucket.org chromewebstore.google.com codeberg.org crates.io docs.google.com dev.to facebook.com
  gist.github.com github.com github.io gitlab.com gitlab.io hf.co huggingface.co linkedin.com marketplace.visualstudio.com
  medium.com netlify.app news.ycombinator.com notion.site npmjs.com open-vsx.org pages.dev play.google.com producthunt.com
  pypi.org readthedocs.io reddit.com sites.google.com sourceforge.net substack.com twitter.com vercel.app
  wikipedia.org wordpress.com x.com youtube.com`.split(/\s+/u),
);

/** Returns the host of an address without "www.". Empty if there is none. */
export const parseHost = (address: string | null): string =>
  /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/iu.exec(address ?? "")?.[1]?.toLowerCase() ?? "";

/** Returns the host of an address, or an empty text if it is shared. */
export function ownHost(address: string | null): string {
  const host = parseHost(address);
  return SHARED_HOSTS.has(host) ? "" : host;
}

export const isOnHost = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);

/** True if a lowercase text contains a host, dots included. */
export function hasHost(lowerText: string, host: string): boolean {
  if (host === "") return false;
  const index = lowerText.indexOf(host);
  return index >= 0 && !/[\p{L}\p{N}-]/u.test(lowerText.charAt(index - 1));
}

export interface ToolSite {
  target: string;
  url: string | null;
}

/** Tools' own sites, to find the tool of an address. */
export class ToolHosts {
  /** Tools with their own host, by host. */
  readonly #owners = new Map<string, string>();
  /** Tools with a page on a shared host, by host and path. Null if two tools have the same. */
  readonly #pages = new Map<string, string | null>();

  constructor(tools: readonly ToolSite[]) {
    for (const [host, sites] of Map.groupBy(tools, ({ url }) => parseHost(url))) {
      const targets = new Set(sites.map(({ target }) => target));
      const [owner] = targets;
      if (host === "" || owner === undefined) continue;
      if (targets.size === 1 && !SHARED_HOSTS.has(host)) this.#owners.set(host, owner);
      else for (const site of sites) this.#addPage(host, site);
    }
  }

  #addPage(host: string, { target, url }: ToolSite) {
    const path = pathOf(url ?? "");
    // A shared host without a path identifies no tool.
    if (path === "") return;
    const owner = this.#pages.get(host + path);
    this.#pages.set(host + path, owner === undefined || owner === target ? target : null);
  }

  /**
   * Returns the tool whose site or page contains an address, with or without "https://". Null if there is no tool or
   * more than one.
   */
  at(address: string): string | null {
    const url = /^https?:/iu.test(address) ? address : `https://${address}`;
    const host = parseHost(url);
    const page = this.#ownerOfPage(host, pathOf(url));
    if (page !== undefined) return page;
    const labels = host.split(".");
    // A tool's own subdomain precedes its maker's domain.
    for (let first = 0; first < labels.length - 1; first += 1) {
      const site = labels.slice(first).join(".");
      const owner = this.#owners.get(site);
      if (owner !== undefined) return owner;
      if (SHARED_HOSTS.has(site)) return null;
    }
    return null;
  }

  /** Returns the owner of the innermost matching page, or undefined if there is none. */
  #ownerOfPage(host: string, path: string): string | null | undefined {
    let page = path;
    for (let depth = 0; page !== "" && depth < MAX_PATH_DEPTH; depth += 1) {
      const owner = this.#pages.get(host + page);
      if (owner !== undefined) return owner;
      page = page.slice(0, page.lastIndexOf("/"));
    }
    return undefined;
  }
}

/** Maximum path depth of a tool's page. */
const MAX_PATH_DEPTH = 20;

/** Returns the path in lower case without its final slash. Empty if there is none. */
const pathOf = (url: string): string =>
  (/^https?:\/\/[^/?#]+([^?#]*)/iu.exec(url)?.[1] ?? "").toLowerCase().replace(/\/+$/u, "");
