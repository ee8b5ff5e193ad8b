import { DELETED_EXCERPT_LENGTH } from "#shared/kernel/deletion-rules.ts";
import type { Deletion } from "#shared/kernel/deletions.ts";
import { companionWords } from "#shared/kernel/event-words.ts";

/** Returns the name of a deleted item in a sentence: its title, or a comment's text and its reading. */
export function nameOfDeleted({ kind, title, excerpt }: Deletion): string {
  if (kind !== "comment") return title;
  const words = excerpt ?? "";
  return `“${words.length < DELETED_EXCERPT_LENGTH ? words : `${words}…`}” on ${title}`;
}

/** Explains the effects of a permanent deletion. */
export function purgeText({ kind, contents }: Deletion): string {
  const companions = companionWords(contents);
  const losses = companions === "" ? "Its history goes" : `Its history and its ${companions} go`;
  return `${kind === "comment" ? "" : `${losses} too. `}Nobody can restore it after that.`;
}
