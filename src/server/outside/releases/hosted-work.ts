import { foldName } from "#shared/kernel/text-rules.ts";

/** Work on a hosting site: a repository, a model, a package, an app in a store. */
export interface HostedWork {
  /** Owner's account, as in the address. Null if the address has none. */
  owner: string | null;
  /** Page of the owner's account. Null if the site has none or the owner is unknown. */
  ownerUrl: string | null;
}

interface HostingSite {
  /** Paths of hosted works, with the account as `owner` where present. */
  works: RegExp;
  /** First path segments that look like accounts but are the site's own pages. */
  ownPaths?: string;
  /** Path before an account's name. */
  accounts?: string;
}

const FIRST_PART = /^\/(?<owner>[\w.-]+)/u;

const SITES: Readonly<Record<string, HostingSite>> = {
  "github.com": {
    works: /^\/(?:(?:orgs|sponsors)\/)?(?<owner>[\w-]+)/u,
    ownPaths:
      "about apps codespaces collections contact copilot customer-stories dashboard education enterprise events explore features github-copilot home issues join login logout marketplace mobile models new newsroom notifications open-source organizations orgs partners premium-support pricing pulls readme resources search security session sessions settings signup site solutions sponsors spark stars team topics trending users watching why-github",
    accounts: "https://github.com/",
  },
  "gist.github.com": { works: FIRST_PART, ownPaths: "discover starred", accounts: "https://github.com/" },
  "gitlab.com": {
    works: /^\/(?:(?:groups|users)\/)?(?<owner>[\w.-]+)/u,
    ownPaths: "- admin api dashboard explore groups help projects search users",
    accounts: "https://gitlab.com/",
  },
  "bitbucket.org": {
    works: FIRST_PART,
    ownPaths: "account api blog dashboard product repo site support",
    accounts: "https://bitbucket.org/",
  },
  "codeberg.org": {
    works: FIRST_PART,
    ownPaths: "api assets explore user",
    accounts: "https://codeberg.org/",
  },
  "gitee.com": {
    works: FIRST_PART,
    ownPaths: "api enterprises explore help login",
    accounts: "https://gitee.com/",
  },
  "git.sr.ht": { works: /^\/~(?<owner>[\w.-]+)/u, accounts: "https://sr.ht/~" },
  "sr.ht": { works: /^\/~(?<owner>[\w.-]+)/u, accounts: "https://sr.ht/~" },
  "huggingface.co": {
    works: /^\/(?:(?:spaces|datasets|collections|organizations)\/)?(?<owner>[\w.-]+)/u,
    ownPaths:
      "api blog brand chat chat-ui collections changelog datasets docs enterprise huggingface inference inference-endpoints inference-providers jobs join kernels languages learn login metrics models new organizations papers playground posts pricing privacy search settings spaces storage support tasks terms-of-service welcome",
    accounts: "https://huggingface.co/",
  },
  "modelscope.cn": { works: /^\/(?:models|datasets|studios)\/(?<owner>[\w.-]+)/u },
  "replicate.com": {
    works: /^\/(?<owner>[\w-]+)\/[\w.-]+/u,
    ownPaths: "account blog collections docs explore home p",
    accounts: "https://replicate.com/",
  },
  "hub.docker.com": { works: /^\/(?:_|r\/(?<owner>[\w-]+))\//u },
  "npmjs.com": { works: /^\/package\/(?:@(?<owner>[\w.-]+)\/)?/u },
  "packagist.org": { works: /^\/packages\/(?<owner>[\w.-]+)\//u },
  "pypi.org": { works: /^\/(?:project|p)\//u },
  "crates.io": { works: /^\/crates\//u },
  "rubygems.org": { works: /^\/gems\//u },
  "sourceforge.net": { works: /^\/(?:projects|p|software)\//u },
  "marketplace.visualstudio.com": { works: /^\/items/u },
  "chromewebstore.google.com": { works: /^\/detail\//u },
  "addons.mozilla.org": { works: /\/addon\//u },
  "apps.apple.com": { works: /\/app\//u },
  "play.google.com": { works: /^\/store\/apps\//u },
};

/** Returns the hosted work at an address, or null if it is not on a known hosting site. */
export function hostedWorkAt(address: string): HostedWork | null {
  const { hostname, pathname } = new URL(address);
  const site = SITES[hostname.replace(/^www\./u, "")];
  const match = site?.works.exec(pathname);
  if (!site || !match) return null;
  const owner = match.groups?.["owner"] ?? null;
  if (owner !== null && site.ownPaths?.split(" ").includes(owner.toLowerCase())) return null;
  const ownerUrl = owner !== null && site.accounts !== undefined ? `${site.accounts}${owner}` : null;
  return { owner, ownerUrl };
}

/** Returns the key that identifies a site: the host, with the path on a hosting site. */
export function siteKey(address: string): string {
  const { host, pathname } = new URL(address);
  return hostedWorkAt(address) ? `${host}${pathname.toLowerCase().replace(/\/$/u, "")}` : host;
}

/** Titles of pages shown instead of an account. */
const NOT_ACCOUNT_TITLE = /^(?:sign|log) ?in\b|not found|^page\b|^error\b|^explore\b/iu;

/** Returns an owner's name from the title of the account's page, or else from the address. */
export function readOwnerName(
  title: string | null,
  { owner, ownerUrl }: { owner: string; ownerUrl: string },
): string {
  const [first = ""] = (title ?? "").split(/ [·|–—-] /u);
  const [, account, name] = /^(\S+) \((.+)\)$/u.exec(first.trim()) ?? [];
  if (account !== undefined && foldName(account) === foldName(owner)) return name ?? owner;
  const accountName = first.trim();
  // A page that is rendered in the browser has the site's name as its title.
  const isSiteName = new URL(ownerUrl).hostname.startsWith(`${foldName(accountName).replaceAll(" ", "")}.`);
  return accountName === "" || isSiteName || NOT_ACCOUNT_TITLE.test(accountName) ? owner : accountName;
}

/** True for an account's picture. A social media card is not one. */
export function isAvatar(address: string): boolean {
  const { hostname, pathname } = new URL(address);
  return /avatar/iu.test(hostname + pathname);
}
