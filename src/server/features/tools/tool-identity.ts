import { canonicalUrl } from "#server/integrations/canonical-url.ts";
import { completeAddress } from "#shared/web-address.ts";

/** Letters that Unicode doesn't decompose into a base letter and a mark. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŧ: "t",
  þ: "th",
};
/** Parameters by which links to a product's site say where they were found. */
const REFERRING = /^(?:ref|referrer|referer|via|aff|affiliate|source)$/iu;

/** A name without letter case, spaces and diacritics: "Café  AI" and "CAFEAI" are one. */
export const nameKey = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\s\p{M}\p{Cf}]+/gu, "")
    .replaceAll(/[ßæœøđðħıłŧþ]/gu, (letter) => BASE_LETTERS[letter] ?? letter);

/**
 * The page that an address leads to, whatever its scheme, `www.`, trailing slash, fragment and tracking parameters; null
 * for what is no web address.
 */
export function addressKey(address: string | null | undefined): string | null {
  const canonical = canonicalUrl(completeAddress(address ?? ""));
  if (canonical === null) return null;
  const { host, pathname, searchParams, hash } = new URL(canonical);
  const parameters = [...searchParams]
    .filter(([name]) => !REFERRING.test(name))
    .map((pair) => pair.join("="));
  const path = pathname.replace(/\/+(?:index\.html?)?$/u, "");
  const site = host.replace(/^www\./u, "").replace(/\.?(?::(?:80|443))?$/u, "");
  return [site, path, ...parameters.toSorted(), hash].join(" ");
}
