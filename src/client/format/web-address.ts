/** An http or https address, or null for any other text: links must not run scripts or open files. */
export function webAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : null;
}

/** "example.com" of an address, and the text itself where it is none. */
export const hostOf = (text: string): string => webAddress(text)?.host.replace(/^www\./u, "") ?? text;
