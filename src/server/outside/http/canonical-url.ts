import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";

/** Parameters that describe how a reader reached the page, not which page it is. */
const TRACKING = new RegExp(
  `^(?:${[
    "utm_.*",
    "fbclid",
    "gclid",
    "gclsrc",
    "dclid",
    "wbraid",
    "gbraid",
    "msclkid",
    "twclid",
    "ttclid",
    "yclid",
    "igshid",
    "igsh",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "_hsenc",
    "_hsmi",
    "hsctatracking",
    "vero_id",
    "oly_(?:anon|enc)_id",
    "_openstat",
    "ncid",
    "cmpid",
    "cmp",
    "guccounter",
    "guce_.*",
    "at_(?:medium|campaign|custom.*)",
    "pk_(?:campaign|kwd|source|medium)",
    "mtm_.*",
    "ref_src",
    "ref_url",
    "s_cid",
    "__twitter_impression",
  ].join("|")})$`,
  "iu",
);

/** True for tracking parameters. Medium's feeds add the source of a link. */
const isTracking = (name: string, value: string): boolean =>
  TRACKING.test(name) || (name === "source" && value.startsWith("rss"));

/** Returns an absolute http or https address, or null. Resolves relative addresses against `base`. */
export const webAddress = (address: string | null | undefined, base?: string): string | null =>
  parseWebAddress(address, base)?.href ?? null;

function parseWebAddress(address: string | null | undefined, base: string | undefined): URL | null {
  const trimmed = address?.trim() ?? "";
  const url = trimmed === "" ? null : URL.parse(trimmed, base);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (url.username !== "" || url.password !== "") return null;
  return url.href.length <= TEXT_LIMITS.url && url.href.isWellFormed() ? url : null;
}

/**
 * Returns the canonical form of an article's address, which still leads to it. Removes tracking parameters and the
 * fragment.
 */
export function canonicalUrl(
  address: string | null | undefined,
  base?: string,
  { withFragment = false } = {},
): string | null {
  const url = parseWebAddress(address, base);
  if (url === null) return null;
  // On old single-page sites, such a fragment identifies the page.
  if (!withFragment && url.hash !== "" && !url.hash.startsWith("#!")) url.hash = "";
  if (url.search !== "") dropTracking(url);
  return url.href.replace(/\?$/u, "");
}

function dropTracking(url: URL): void {
  const tracking = [...url.searchParams].filter(([name, value]) => isTracking(name, value));
  // Deletes only these, because some servers accept no other spelling of the rest.
  for (const [name, value] of tracking) url.searchParams.delete(name, value);
  if (tracking.length > 0 && url.searchParams.size === 0) url.search = "";
}
