import { parseHost, SHARED_HOSTS } from "./hosts.ts";

interface ToolSite {
  target: string;
  url: string | null;
}

/** The tools' own sites, to tell which tool an address belongs to. */
export class ToolHosts {
  /** By their hosts those that have one alone. */
  readonly #owners = new Map<string, string>();
  /** By host and path those that have a page where others have some too; null where two have the same. */
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
    // Without a path it has nothing there that others have not.
    if (path === "") return;
    const owner = this.#pages.get(host + path);
    this.#pages.set(host + path, owner === undefined || owner === target ? target : null);
  }

  /** The tool whose site or page an address is on, with or without "https://"; null where it is nobody's alone. */
  at(address: string): string | null {
    const url = /^https?:/iu.test(address) ? address : `https://${address}`;
    const host = parseHost(url);
    const page = this.#ownerOfPage(host, pathOf(url));
    if (page !== undefined) return page;
    const labels = host.split(".");
    // A site of its own under its maker's comes before the maker's.
    for (let first = 0; first < labels.length - 1; first += 1) {
      const site = labels.slice(first).join(".");
      const owner = this.#owners.get(site);
      if (owner !== undefined) return owner;
      if (SHARED_HOSTS.has(site)) return null;
    }
    return null;
  }

  /** Of pages in pages the innermost; undefined where there is none. */
  #ownerOfPage(host: string, path: string): string | null | undefined {
    let page = path;
    for (let depth = 0; page !== "" && depth < DEEPEST; depth += 1) {
      const owner = this.#pages.get(host + page);
      if (owner !== undefined) return owner;
      page = page.slice(0, page.lastIndexOf("/"));
    }
    return undefined;
  }
}

/** No tool's page lies deeper in its host. */
const DEEPEST = 20;

/** The path in small letters without the slash at its end; empty for none. */
const pathOf = (url: string): string =>
  (/^https?:\/\/[^/?#]+([^?#]*)/iu.exec(url)?.[1] ?? "").toLowerCase().replace(/\/+$/u, "");
