import type { ItemRef } from "#shared/kernel/items.ts";
import { lazy } from "#shared/kernel/lazy.ts";
import type { LinkField } from "#shared/links/link-fields.ts";
import type { LinkHow } from "#shared/links/links.ts";

import { addressesIn, type FoundAddress } from "./addresses.ts";
import type { NameFinder } from "./mentions.ts";
import type { ToolHosts } from "./tool-hosts.ts";

export interface ItemText {
  field: LinkField;
  text: string;
  /** Id of the comment, in a discussion. */
  commentId?: string;
}

/** Texts of an item to scan for names and addresses. */
export interface ItemTexts {
  id: string;
  title: string;
  /** Time of its publication or last change. */
  at: string;
  texts: ItemText[];
  /** Tools that the article is about. */
  subjects: { toolId: string; name: string }[];
}

/** Item found in another's texts, with the match. */
export interface FoundLink {
  to: ItemRef;
  how: Exclude<LinkHow, "person">;
  state: "found" | "hidden";
  spelled: string;
  excerpt: string;
  field: LinkField;
  commentId: string | null;
}

/** Address in a text that needs a database lookup. */
export interface UnresolvedAddress extends ItemText {
  address: FoundAddress;
}

/** Link without its excerpt, because finding a sentence takes longer than all other work. */
type LinkMatch = Pick<FoundLink, "to" | "how" | "state"> & MatchSource;
type MatchSource =
  | { span: ItemText & { start: number; end: number } }
  | { subject: Pick<FoundLink, "spelled" | "excerpt"> };

/** Links in an item's texts, one for each other item: the most certain one, or the first of several. */
export class LinksOfItem {
  readonly #self: ItemRef;
  readonly #links = new Map<ItemRef, LinkMatch>();

  constructor(self: ItemRef) {
    this.#self = self;
  }

  add(link: LinkMatch): void {
    if (link.to === this.#self) return;
    const existing = this.#links.get(link.to);
    if (existing === undefined || certainty(link) > certainty(existing)) this.#links.set(link.to, link);
  }

  get all(): FoundLink[] {
    return Array.from(this.#links.values(), ({ to, how, state, ...shown }) => ({
      to,
      how,
      state,
      ...("span" in shown ? sentenceAt(shown.span) : { ...shown.subject, field: "subject", commentId: null }),
    }));
  }
}

/** Ranks links by certainty. A name in a sentence is more useful to people than an address. */
const certainty = ({ state, how }: Pick<FoundLink, "state" | "how">): number =>
  state === "hidden" ? 0 : how === "name" ? 2 : 1;

/** Returns the spelling and sentence of a link. */
function sentenceAt({ field, text, commentId, start, end }: ItemText & { start: number; end: number }) {
  const { excerpt, ...shown } = excerptAround(text, start, end);
  return { spelled: excerpt.slice(shown.start, shown.end), excerpt, field, commentId: commentId ?? null };
}

/** Index of tools to find in texts. Both targets are tool ids. */
interface ToolIndex {
  finder: NameFinder;
  hosts: ToolHosts;
  /** True if only people can link this name. */
  isPersonsOnly: (name: string) => boolean;
}

/** Adds the tools mentioned in a part of an item. Returns the part's addresses. */
export function findToolsIn(
  part: ItemText,
  { finder, hosts }: ToolIndex,
  origins: readonly string[],
  links: LinksOfItem,
): UnresolvedAddress[] {
  const { field, text } = part;
  const addresses: UnresolvedAddress[] = [];
  // The words of an article's address are not scanned. The address identifies only its site.
  if (field !== "address") {
    const found = finder.find(text);
    for (const state of ["mentions", "hidden"] as const)
      for (const { target, start, end } of found[state])
        links.add({
          to: `tool:${target}`,
          how: "name",
          state: state === "hidden" ? "hidden" : "found",
          span: { ...part, start, end },
        });
  }
  for (const address of addressesIn(text, origins)) {
    const { kind, value, start, end } = address;
    const toolId = kind === "url" || kind === "host" ? hosts.at(value) : null;
    if (toolId !== null)
      links.add({ to: `tool:${toolId}`, how: "address", state: "found", span: { ...part, start, end } });
    // An article doesn't link to itself.
    if (field !== "address" && kind !== "host") addresses.push({ ...part, address });
  }
  return addresses;
}

/** Adds the tools for which an article was found, regardless of its text. */
export function addSubjects(
  { subjects, title }: Pick<ItemTexts, "subjects" | "title">,
  { isPersonsOnly }: ToolIndex,
  links: LinksOfItem,
): void {
  for (const { toolId, name } of subjects)
    links.add({
      to: `tool:${toolId}`,
      how: "address",
      state: isPersonsOnly(name) ? "hidden" : "found",
      subject: { spelled: name, excerpt: title },
    });
}

const MAX_EXCERPT_LENGTH = 240;
/** Number of characters examined on either side: enough for the longest excerpt and the spaces that it drops. */
const WINDOW = 600;
const sentences = lazy(() => new Intl.Segmenter("en", { granularity: "sentence" }));
/** Matches a line break inside a paragraph. */
const LINE_WRAP = /(?<!\n)\n(?![^\S\n]*(?:\n|[-*•#\d]))/gu;

/** Excerpt of a text, with the position of its match. */
interface Excerpt {
  excerpt: string;
  start: number;
  end: number;
}

/** Returns the sentence around a match, on one line. Truncates a long one on both sides. */
export function excerptAround(text: string, start: number, end: number): Excerpt {
  const from = Math.max(0, start - WINDOW);
  const to = Math.min(text.length, end + WINDOW);
  const around = text.slice(from, to);
  const { first, last } = sentenceIn(around, start - from, end - from);
  const name = wellFormed(oneLine(text.slice(start, end)).slice(0, MAX_EXCERPT_LENGTH - 2));
  const before = oneLine(around.slice(first, start - from)).trimStart();
  const after = oneLine(around.slice(end - from, last)).trimEnd();
  const room = MAX_EXCERPT_LENGTH - name.length;
  // One side may use the room that the other leaves.
  const roomBefore = Math.max(room >> 1, room - after.length);
  const isCutBefore = before.length > roomBefore || (first === 0 && from > 0);
  const shownBefore = isCutBefore ? lastWords(before, roomBefore) : before;
  const roomAfter = room - shownBefore.length;
  const isCutAfter = after.length > roomAfter || (last === around.length && to < text.length);
  const shownAfter = isCutAfter ? firstWords(after, roomAfter) : after;
  return {
    excerpt: `${shownBefore}${name}${shownAfter}`,
    start: shownBefore.length,
    end: shownBefore.length + name.length,
  };
}

/** Returns the start and end of the sentence, or of several if the name spans them. */
function sentenceIn(text: string, start: number, end: number): { first: number; last: number } {
  let first = 0;
  // The segmenter ends sentences at line breaks, but texts are wrapped anywhere.
  for (const { index, segment } of sentences().segment(text.replaceAll(LINE_WRAP, " "))) {
    if (index <= start) first = index;
    const last = index + segment.length;
    if (last >= end) return { first, last };
  }
  return { first, last: text.length };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ");

/** Returns the end of a text after an ellipsis, in whole words if possible. */
function lastWords(text: string, room: number): string {
  const shortened = text.slice(Math.max(0, text.length - room + 1));
  const space = shortened.indexOf(" ");
  return `…${wellFormed(space >= 0 && space < shortened.length - 1 ? shortened.slice(space + 1) : shortened)}`;
}

function firstWords(text: string, room: number): string {
  if (room <= 0) return "";
  const shortened = text.slice(0, room - 1);
  const space = shortened.lastIndexOf(" ");
  return `${wellFormed(space > 0 ? shortened.slice(0, space) : shortened)}…`;
}

/** Removes an unpaired surrogate at either end. */
const wellFormed = (text: string): string => text.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/gu, "");
