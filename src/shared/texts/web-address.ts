// Names of one or more parts with a top-level domain, optionally followed by a port and path.
const BARE_HOST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(xn--[a-z\d-]+|\p{L}[\p{L}\p{M}]{1,62})(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/**
 * File extensions that are not top-level domains, by IANA's list (https://data.iana.org/TLD/tlds-alpha-by-domain.txt):
 * `logo.png` is a file, not a site.
 */
const FILE_ENDINGS = new Set(
  "avif bib bmp css csv doc docx gif htm html ico jpeg jpg js json ods odt opml pdf php png ppt pptx rss svg ts txt webp xls xlsx xml yaml yml".split(
    " ",
  ),
);

/** Adds `https://` to an address without it, as people type them: `chatgpt.com`. Returns any other text unchanged. */
export function completeAddress(text: string): string {
  const trimmed = text.trim();
  const ending = BARE_HOST.exec(trimmed)?.[1]?.toLowerCase();
  const isSite = ending !== undefined && !FILE_ENDINGS.has(ending);
  return isSite ? `https://${trimmed}` : text;
}
