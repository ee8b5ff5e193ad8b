import type { ItemRef } from "#shared/kernel/items.ts";
import type { LinkField } from "#shared/links/link-fields.ts";
import type { LinkHow } from "#shared/links/links.ts";

import { addressesIn, type FoundAddress } from "./addresses.ts";
import { excerptAround } from "./excerpt.ts";
import type { NameFinder } from "./mentions.ts";
import type { ToolHosts } from "./tool-hosts.ts";

export interface ItemText {
  field: LinkField;
  text: string;
  /** Of those of a discussion, which one it is. */
  commentId?: string;
}

/** What is read of an item for names and addresses. */
export interface ItemTexts {
  id: string;
  title: string;
  /** When it was published, or last changed. */
  at: string;
  texts: ItemText[];
  /** The tools that an article is news about. */
  subjects: { toolId: string; name: string }[];
}

/** What an item was found to name, and where. */
export interface FoundLink {
  to: ItemRef;
  how: Exclude<LinkHow, "person">;
  state: "found" | "hidden";
  spelled: string;
  excerpt: string;
  field: LinkField;
  commentId: string | null;
}

/** An address in a text, of which only the database knows where it leads. */
export interface UnresolvedAddress extends ItemText {
  address: FoundAddress;
}

/** A link before its sentence is known: to find that takes longer than all the rest. */
type PlacedLink = Pick<FoundLink, "to" | "how" | "state"> & Shown;
type Shown =
  | { place: ItemText & { start: number; end: number } }
  | { subject: Pick<FoundLink, "spelled" | "excerpt"> };

/** What the texts of an item name, one link for each other item: the surest, and of those the first. */
export class LinksOfItem {
  readonly #self: ItemRef;
  readonly #links = new Map<ItemRef, PlacedLink>();

  constructor(self: ItemRef) {
    this.#self = self;
  }

  add(link: PlacedLink): void {
    if (link.to === this.#self) return;
    const known = this.#links.get(link.to);
    if (known === undefined || sureness(link) > sureness(known)) this.#links.set(link.to, link);
  }

  get all(): FoundLink[] {
    return Array.from(this.#links.values(), ({ to, how, state, ...shown }) => ({
      to,
      how,
      state,
      ...("place" in shown
        ? sentenceAt(shown.place)
        : { ...shown.subject, field: "subject", commentId: null }),
    }));
  }
}

/** A name in a sentence says more to people than an address. */
const sureness = ({ state, how }: Pick<FoundLink, "state" | "how">): number =>
  state === "hidden" ? 0 : how === "name" ? 2 : 1;

/** Where a link stands: as it is spelled there, in its sentence. */
function sentenceAt({ field, text, commentId, start, end }: ItemText & { start: number; end: number }) {
  const { excerpt, ...shown } = excerptAround(text, start, end);
  return { spelled: excerpt.slice(shown.start, shown.end), excerpt, field, commentId: commentId ?? null };
}

/** What is known of tools to find them in texts; the targets of both are ids of tools. */
interface ToolsKnown {
  finder: NameFinder;
  hosts: ToolHosts;
  /** True of a name that people alone make links of. */
  isPersonsOnly: (name: string) => boolean;
}

/** Adds the tools that a text of an item names; returns the addresses in it. */
export function findToolsIn(
  part: ItemText,
  { finder, hosts }: ToolsKnown,
  origins: readonly string[],
  links: LinksOfItem,
): UnresolvedAddress[] {
  const { field, text } = part;
  const places: UnresolvedAddress[] = [];
  // The address of an article says what site it is on; its words are no text.
  if (field !== "address") {
    const found = finder.find(text);
    for (const state of ["mentions", "hidden"] as const)
      for (const { target, start, end } of found[state])
        links.add({
          to: `tool:${target}`,
          how: "name",
          state: state === "hidden" ? "hidden" : "found",
          place: { ...part, start, end },
        });
  }
  for (const address of addressesIn(text, origins)) {
    const { kind, value, start, end } = address;
    const toolId = kind === "url" || kind === "host" ? hosts.at(value) : null;
    if (toolId !== null)
      links.add({ to: `tool:${toolId}`, how: "address", state: "found", place: { ...part, start, end } });
    // An article is no news about itself.
    if (field !== "address" && kind !== "host") places.push({ ...part, address });
  }
  return places;
}

/** Adds the tools that an article was found for, whatever its text says. */
export function addSubjects(
  { subjects, title }: Pick<ItemTexts, "subjects" | "title">,
  { isPersonsOnly }: ToolsKnown,
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
