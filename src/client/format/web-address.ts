/** Parses an http or https URL. Null for any other text: links must not run scripts or open files. */
export function webAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : null;
}

/** Returns "example.com" of a URL, or the text itself if it isn't one. */
export const hostOf = (text: string): string => webAddress(text)?.host.replace(/^www\./u, "") ?? text;
