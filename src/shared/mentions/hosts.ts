/** Shared hosts, whose publishers are not the tool's maker. */
export const SHARED_HOSTS: ReadonlySet<string> = new Set(
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

export const isOn = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);

/** True if a lowercase text contains a host, dots included. */
export function hasHost(lowerText: string, host: string): boolean {
  if (host === "") return false;
  const place = lowerText.indexOf(host);
  return place >= 0 && !/[\p{L}\p{N}-]/u.test(lowerText.charAt(place - 1));
}
