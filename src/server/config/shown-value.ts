import { hideSecrets } from "#db/database-url.ts";

/** Returns a setting's value for logs and messages: an address without its password and query. */
export function shownValue(text: string): string {
  if (!text.includes("://")) return text;
  if (!URL.canParse(text)) return hideSecrets(text);
  const url = new URL(text);
  const { username, password, search, protocol } = url;
  // A database's account name is not secret, but a user name in a web address may be a token.
  const hidesName = username !== "" && protocol.startsWith("http");
  if (!hidesName && password === "" && search === "") return text;
  if (hidesName) url.username = "";
  url.password = "";
  url.search = search === "" ? "" : "…";
  return decodeURI(url.href);
}
