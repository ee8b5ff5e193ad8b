import type { WebPage } from "#server/outside/pages/page.ts";
import { hostedWorkAt } from "#server/outside/releases/hosted-work.ts";
import type { SaveTarget } from "#shared/save/save-targets.ts";

/** Facts that decide which target an address is saved to. */
export interface AddressFacts {
  /** Null for an ISBN without an address. */
  url: URL | null;
  arXivId: string | null;
  isbn: string | null;
  page: Pick<WebPage, "kind" | "publishedAt"> | null;
  /** True if the address is on the site of a tool. */
  isOnToolSite: boolean;
  mentionsTools: boolean;
}

/** Matches paths of prompt files: prompts, skills, and instructions for editors and agents. */
const PROMPT_FILE =
  /(?:(?:^|[/_-])(?:SKILL|AGENTS?|CLAUDE|GEMINI|copilot-instructions)\.md|\.(?:prompt|prompty|mdc|cursorrules)|\.(?:prompt|chatmode|agent|instructions)\.(?:md|ya?ml|txt)|prompts?\/[^?#]+\.(?:md|txt)|[\w-]*prompt[\w-]*\.(?:md|txt))$/iu;
const RELEASE_PATH =
  /(?:^|[/_.-])(?:change-?log|release-?notes?|releases?|whats-?new|what-s-new|product-updates?|updates)(?=$|[/_.-])/iu;
/** Matches hosts of blogs. */
const BLOG_HOST =
  /^(?:blog|blogs|news|magazine)\.|(?:\.substack|\.blogspot|\.wordpress|\.tumblr|\.medium|\.github)\.(?:com|io)$|^(?:medium|dev|substack)\.(?:com|to)$/iu;

/** Returns the target for an address, by the first rule that matches. */
export function routeAddress({
  url,
  arXivId,
  isbn,
  page,
  isOnToolSite,
  mentionsTools,
}: AddressFacts): SaveTarget {
  if (arXivId !== null) return "paper";
  if (url === null) return "reading";
  if (isOnToolSite) return isReleasePage(url) ? "releaseNote" : "toolNote";
  if (isPromptAddress(url)) return "prompt";
  if (isbn !== null || page?.kind === "book") return "reading";
  if (isProductAddress(url) || page?.kind === "product") return "tool";
  if (page !== null && isHomePage(url) && page.kind !== "article") return "tool";
  const isArticle = page?.kind === "article" || page?.publishedAt != null;
  return isArticle && mentionsTools ? "article" : "reading";
}

export const isReleasePage = ({ hostname, pathname }: URL): boolean =>
  RELEASE_PATH.test(pathname) || /^(?:changelog|releases|updates)\./u.test(hostname);

const isHomePage = ({ hostname, pathname, search }: URL): boolean =>
  pathname === "/" && search === "" && !BLOG_HOST.test(hostname.replace(/^www\./u, ""));

/** Paths of repositories, models and apps, by host. */
const PRODUCT_PATHS: Readonly<Record<string, RegExp>> = {
  "github.com": /^\/[^/]+\/[^/]+\/?$/u,
  "gitlab.com": /^\/[^/]+\/[^/]+\/?$/u,
  "codeberg.org": /^\/[^/]+\/[^/]+\/?$/u,
  "bitbucket.org": /^\/[^/]+\/[^/]+\/?$/u,
  "huggingface.co": /^\/(?:spaces\/)?[^/]+\/[^/]+\/?$/u,
  "producthunt.com": /^\/(?:products|posts)\/[^/]+/u,
  "apps.microsoft.com": /^\/(?:store\/)?detail\//u,
  "gist.github.com": /^$/u,
};

/** True for a repository, a package, or an app in a store. */
function isProductAddress(url: URL): boolean {
  const pattern = PRODUCT_PATHS[url.hostname.replace(/^www\./u, "")];
  const work = hostedWorkAt(url.href);
  if (!pattern) return work !== null;
  return pattern.test(url.pathname) && (work !== null || /producthunt|microsoft/u.test(url.hostname));
}

const isPromptAddress = (url: URL): boolean =>
  (url.hostname === "gist.github.com" && url.pathname.split("/").filter(Boolean).length >= 2) ||
  url.hostname === "gist.githubusercontent.com" ||
  PROMPT_FILE.test(url.pathname);

/** Returns the address of a file's raw text, for sites that show files within a page. */
export function rawFileAddress(url: URL): string {
  const [owner = "", second = "", kind = "", ...rest] = url.pathname.split("/").filter(Boolean);
  if (url.hostname === "gist.github.com")
    return `https://gist.githubusercontent.com/${owner}/${second}/raw${kind === "" ? "" : `/${kind}`}`;
  if (url.hostname === "github.com" && kind === "blob")
    return `https://raw.githubusercontent.com/${[owner, second, ...rest].join("/")}`;
  if (url.hostname === "gitlab.com") return url.href.replace("/-/blob/", "/-/raw/");
  if (url.hostname === "huggingface.co") return url.href.replace("/blob/", "/raw/");
  return url.href;
}

/** Patterns of paper files' URLs, each with the URL of the page that describes the paper. */
const PAPER_FILES: readonly (readonly [RegExp, string])[] = [
  [/^(https:\/\/openreview\.net)\/(?:pdf|attachment)\?(?:.*&)?id=([\w-]+).*$/u, "$1/forum?id=$2"],
  [/^(https:\/\/aclanthology\.org\/[\w.-]+?)(?:v\d+)?\.pdf$/u, "$1/"],
  [/^(https:\/\/proceedings\.mlr\.press\/v\d+\/[^/]+)\/[^/]+\.pdf$/u, "$1.html"],
  [
    /^(https:\/\/(?:proceedings|papers)\.(?:neurips|nips)\.cc\/.+)\/file\/(\w+)-Paper(-[\w-]+)?\.pdf$/u,
    "$1/hash/$2-Abstract$3.html",
  ],
  [/^(https:\/\/openaccess\.thecvf\.com\/.+)\/papers\/([^/]+)\.pdf$/u, "$1/html/$2.html"],
  [/^(https:\/\/www\.nature\.com\/articles\/[\w-]+)\.pdf$/u, "$1"],
];

/** Returns the page that describes a paper, for the URL of the paper's file. Returns other URLs unchanged. */
export function paperPage(url: URL): URL {
  const [pattern, page] = PAPER_FILES.find(([file]) => file.test(url.href)) ?? [];
  return pattern && page ? new URL(url.href.replace(pattern, page)) : url;
}
