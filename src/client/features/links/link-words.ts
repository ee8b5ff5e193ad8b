import { type ItemKind, KINDS } from "#shared/kernel/item-address.ts";
import { LINK_FIELD_WORDS } from "#shared/links/link-fields.ts";
import type { DecidedLink, Related } from "#shared/links/links.ts";
import { isolated } from "#shared/texts/escaping.ts";

export const GROUP_TITLES: Readonly<Record<Related["group"], string>> = {
  mentions: "Mentions",
  mentionedIn: "Mentioned in",
  linked: "Linked by the team",
  hidden: "Hidden",
};

/** Returns "Found as “whisper” in the abstract"; null for a link added by a user. */
export function whyLinked({
  how,
  spelled,
  field,
}: Pick<Related, "how" | "spelled" | "field">): string | null {
  if (how === "person") return null;
  const found = spelled === null ? "Found by an address" : `Found as “${isolated(spelled)}”`;
  return field === null ? found : `${found} in ${LINK_FIELD_WORDS[field]}`;
}

/** Text about hidden matches of a name that is an everyday word, or was rejected too often. */
export function hiddenWords(name: string, hidden: number, isPersonsOnly: boolean): string {
  const why = isPersonsOnly
    ? `“${isolated(name)}” was wrong too often, so it is linked only where someone confirms it.`
    : `“${isolated(name)}” is also an everyday word, so only matches that clearly mean the tool are shown.`;
  return `${why} ${hidden === 1 ? "1 more is hidden." : `${hidden} more are hidden.`}`;
}

interface WrongName extends Omit<DecidedLink, "link"> {
  link: Pick<DecidedLink["link"], "spelled">;
}

/** Text about the effect of repeated rejections of a name; undefined for other names. */
export function wrongNameWords({ link, right, wrong, isPersonsOnly }: WrongName): string | undefined {
  if (!isPersonsOnly || link.spelled === null) return undefined;
  return `“${isolated(link.spelled)}” was wrong ${wrong} of ${right + wrong} times. From now on it is linked only where someone confirms it.`;
}

/** Text for an item without related items. It names a tool, but not other items, because their titles may be long. */
export const nothingRelatedWords = (kind: ItemKind, title: string): string =>
  kind === "tool"
    ? `Nothing else in StackLoop names ${isolated(title)} yet.`
    : `Nothing else in StackLoop is linked to this ${KINDS[kind].one} yet.`;
