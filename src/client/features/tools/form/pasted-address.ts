import { readWebAddress } from "#shared/kernel/text-rules.ts";

/** Returns the address if a text is only one, with its protocol; undefined for other texts. */
export const addressIn = (text: string): string | undefined =>
  /^https?:\/\/\S+$/iu.test(text.trim()) ? readWebAddress(text) : undefined;

/** Sites whose addresses name the work in their second part, such as `github.com/openai/whisper`. */
const HOSTS_OF_WORKS = new Set(["github.com", "gitlab.com", "huggingface.co", "codeberg.org"]);
/** Parts of a host name that are no names, at the end or before a country code. */
const GENERIC = new Set(["com", "co", "org", "net", "ac", "gov"]);

/** Returns the probable name of the tool at an address: "Claude" for `https://www.claude.ai/new`. */
export function nameOfAddress(address: string): string {
  const { hostname, pathname } = new URL(address);
  const host = hostname.replace(/^www\./u, "");
  const work = HOSTS_OF_WORKS.has(host) ? pathname.split("/")[2] : undefined;
  const labels = host.split(".").slice(0, -1);
  if (labels.length > 1 && GENERIC.has(labels.at(-1) ?? "")) labels.pop();
  const name = work || labels.at(-1) || host;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
