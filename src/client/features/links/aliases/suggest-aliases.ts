import { webAddress } from "#client/format/web-address.ts";
import { countWords, foldName } from "#shared/mentions/names.ts";

/** As many words as the server takes in a name. */
const MAX_WORDS = 6;

/** Other names that a tool's own address gives it, such as "openai.com/whisper", as far as it has none like them. */
export function suggestAliases(address: string, taken: readonly string[]): string[] {
  const url = webAddress(address.trim());
  if (url === null) return [];
  const name = `${url.host.replace(/^www\./u, "")}${url.pathname.replace(/\/+$/u, "")}`;
  const isTaken = taken.some((other) => foldName(other) === foldName(name));
  return isTaken || countWords(name) > MAX_WORDS ? [] : [name];
}
