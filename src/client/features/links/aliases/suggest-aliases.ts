import { webAddress } from "#client/format/web-address.ts";
import { aliasProblem } from "#shared/links/alias-rules.ts";
import { foldName } from "#shared/mentions/names.ts";

/** Other names that a tool's own address gives it, such as "openai.com/whisper", as far as it has none like them. */
export function suggestAliases(address: string, taken: readonly string[]): string[] {
  const url = webAddress(address.trim());
  if (url === null) return [];
  const name = `${url.host.replace(/^www\./u, "")}${url.pathname.replace(/\/+$/u, "")}`;
  const isTaken = taken.some((other) => foldName(other) === foldName(name));
  return isTaken || aliasProblem(name) !== null ? [] : [name];
}
