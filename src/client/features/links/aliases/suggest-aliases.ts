import { webAddress } from "#client/format/web-address.ts";
import { aliasProblem } from "#shared/links/alias-rules.ts";
import { foldName } from "#shared/mentions/names/names.ts";

/** Suggests aliases from a tool's URL, such as "openai.com/whisper", except those already taken. */
export function suggestAliases(address: string, taken: readonly string[]): string[] {
  const url = webAddress(address.trim());
  if (url === null) return [];
  const name = `${url.host.replace(/^www\./u, "")}${url.pathname.replace(/\/+$/u, "")}`;
  const isTaken = taken.some((other) => foldName(other) === foldName(name));
  return isTaken || aliasProblem(name) !== null ? [] : [name];
}
