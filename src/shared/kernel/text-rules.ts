/** Maximum lengths of text fields, in Unicode code points, and of lists, in items. */
export const TEXT_LIMITS = {
  name: 200,
  shortText: 200,
  url: 2048,
  mediumText: 4000,
  notes: 20_000,
  tag: 50,
  tags: 50,
} as const;

/** Returns the length of a text in code points, so that an emoji doesn't count as two. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Returns the first `max` UTF-16 units of a text, or one less to not split an emoji. */
export const sliceStart = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\uD800-\uDBFF]$/u, "");

/** Normalizes tags for storage: trimmed, without empty or duplicate ones, in the given order. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ""))];
}

/** Normalizes the line ends of Windows and old Macs. All multi-line texts are stored this way. */
export const normalizeLineEnds = (text: string): string =>
  text.includes("\r") ? text.replaceAll(/\r\n?/gu, "\n") : text;

/** True if two values of a field are equal. Ignores line ends, because earlier versions stored them as sent. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string"
    ? one === other || normalizeLineEnds(one) === normalizeLineEnds(other)
    : JSON.stringify(one) === JSON.stringify(other);

/** Normalizes a name for comparison: ignores case, spaces and compatibility forms. */
export const foldName = (name: string): string =>
  name.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();

/**
 * Returns the absolute http or https address in a text, or undefined. Completes a bare `chatgpt.com`. Accepts the same
 * texts as `httpUrl`.
 */
export function readWebAddress(text: string): string | undefined {
  const address = completeAddress(text.trim());
  const isAddress =
    address.length <= TEXT_LIMITS.url && /^https?:\/\//iu.test(address) && URL.canParse(address);
  return isAddress ? address.replaceAll(/[\t\n\r]/gu, "") : undefined;
}

/** Returns the label of an option such as `software-dev`: split at hyphens, with each word capitalised. */
export function optionLabel(value: string): string {
  return value
    .split("-")
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** Returns the noun with its article, such as "a tool" or "an article". */
export const withArticle = (noun: string): string => `${/^[aeiou]/u.test(noun) ? "an" : "a"} ${noun}`;

// Names of one or more parts with a top-level domain, optionally followed by a port and path.
const BARE_HOST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(xn--[a-z\d-]+|\p{L}[\p{L}\p{M}]{1,62})(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/**
 * File extensions that are not top-level domains, by IANA's list (https://data.iana.org/TLD/tlds-alpha-by-domain.txt):
 * `logo.png` is a file, not a site.
 */
const FILE_EXTENSIONS = new Set(
  "avif bib bmp css csv doc docx gif htm html ico jpeg jpg js json ods odt opml pdf php png ppt pptx rss svg ts txt webp xls xlsx xml yaml yml".split(
    " ",
  ),
);

/** Adds `https://` to an address without it, as people type them: `chatgpt.com`. Returns any other text unchanged. */
export function completeAddress(text: string): string {
  const trimmed = text.trim();
  const ending = BARE_HOST.exec(trimmed)?.[1]?.toLowerCase();
  const isSite = ending !== undefined && !FILE_EXTENSIONS.has(ending);
  return isSite ? `https://${trimmed}` : text;
}
