// Names of one or more parts with a top-level domain at the end; a port and what follows it may be there too.
const BARE_HOST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(xn--[a-z\d-]+|\p{L}[\p{L}\p{M}]{1,62})(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/**
 * Endings of file names that no top-level domain has, by IANA's list (https://data.iana.org/TLD/tlds-alpha-by-domain.txt):
 * `logo.png` is a file and not a site.
 */
const FILE_ENDINGS = new Set(
  "avif bib bmp css csv doc docx gif htm html ico jpeg jpg js json ods odt opml pdf php png ppt pptx rss svg ts txt webp xls xlsx xml yaml yml".split(
    " ",
  ),
);

/** Puts `https://` before an address that lacks it, as people type them: `chatgpt.com`. Any other text stays as it is. */
export function completeAddress(text: string): string {
  const trimmed = text.trim();
  const ending = BARE_HOST.exec(trimmed)?.[1]?.toLowerCase();
  const isSite = ending !== undefined && !FILE_ENDINGS.has(ending);
  return isSite ? `https://${trimmed}` : text;
}
