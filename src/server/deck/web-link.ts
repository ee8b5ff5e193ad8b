/** Maximum length of links. PowerPoint reports a file with longer ones as damaged. */
const MAX_LINK_LENGTH = 2048;
const NOT_IN_URI = /[^\w\-.~:/?@!$&'()*+,;=%]|%(?![0-9a-f]{2})/gi;

const encodeRest = (part: string) =>
  part.replaceAll(NOT_IN_URI, (character) => encodeURIComponent(character));

/**
 * Returns the URL as a link target for all office programs. It must be http or https, in the characters of RFC 3986,
 * which browsers exceed. Null if it can't be linked.
 */
export function linkTarget(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address.toWellFormed());
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const fragment = url.hash === "" ? "" : `#${encodeRest(url.hash.slice(1))}`;
  const target = `${url.origin}${encodeRest(url.pathname)}${encodeRest(url.search)}${fragment}`;
  return target.length <= MAX_LINK_LENGTH ? target : null;
}

/** Returns a link's label: its host without www, and its path if that is informative. */
export function linkLabel(target: string): string {
  const { host, pathname } = new URL(target);
  return `${host.replace(/^www\./, "")}${pathname === "/" ? "" : pathname.replace(/\/$/, "")}`;
}

/** Returns the host without www. */
export function linkHost(target: string): string {
  return new URL(target).host.replace(/^www\./, "");
}
