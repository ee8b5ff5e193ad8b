/** PowerPoint repairs (and so blames) a file with longer addresses. */
const MAX_LINK_LENGTH = 2048;
const NOT_IN_URI = /[^\w\-.~:/?@!$&'()*+,;=%]|%(?![0-9a-f]{2})/gi;

const encodeRest = (part: string) =>
  part.replaceAll(NOT_IN_URI, (character) => encodeURIComponent(character));

/**
 * The address as a link target that every office program takes: http or https only and in the letters
 * of RFC 3986, which a browser's idea of an address goes beyond. Null when it cannot be linked.
 */
export function linkTarget(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address.toWellFormed());
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const fragment = url.hash === "" ? "" : `#${encodeRest(url.hash.slice(1))}`;
  const target = `${url.origin}${encodeRest(url.pathname)}${encodeRest(url.search)}${fragment}`;
  return target.length <= MAX_LINK_LENGTH ? target : null;
}

/** What to call a link: its host without www, and its path when that says something. */
export function linkLabel(target: string): string {
  const { host, pathname } = new URL(target);
  return `${host.replace(/^www\./, "")}${pathname === "/" ? "" : pathname.replace(/\/$/, "")}`;
}

/** The host alone, without www. */
export function linkHost(target: string): string {
  return new URL(target).host.replace(/^www\./, "");
}
