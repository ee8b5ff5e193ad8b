import type { ItemRef } from "#shared/items.ts";
import type { LinkField } from "#shared/link-fields.ts";
import type { LinkHow } from "#shared/links.ts";

import { addressesIn, type FoundAddress } from "./addresses.ts";
import { excerptAround } from "./excerpt.ts";
import type { NameFinder } from "./mentions.ts";
import type { ToolHosts } from "./tool-hosts.ts";

export interface ItemText {
  field: LinkField;
  text: string;
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
}

/** An address in a text, of which only the database knows where it leads. */
export interface FoundPlace extends ItemText {
  address: FoundAddress;
}

/** What the texts of an item name, one link for each other item: the surest, and of those the first. */
export class LinksOfItem {
  readonly #self: ItemRef;
  readonly #links = new Map<ItemRef, FoundLink>();

  constructor(self: ItemRef) {
    this.#self = self;
  }

  add(link: FoundLink): void {
    if (link.to === this.#self) return;
    const known = this.#links.get(link.to);
    if (known === undefined || sureness(link) > sureness(known)) this.#links.set(link.to, link);
  }

  get all(): FoundLink[] {
    return [...this.#links.values()];
  }
}

/** A name in a sentence says more to people than an address. */
const sureness = ({ state, how }: FoundLink): number => (state === "hidden" ? 0 : how === "name" ? 2 : 1);

/** Adds the tools that an item names; returns the addresses in it. */
export function findToolsIn(
  { texts, subjects, title }: ItemTexts,
  { finder, hosts }: { finder: NameFinder; hosts: ToolHosts },
  origins: readonly string[],
  links: LinksOfItem,
): FoundPlace[] {
  const places: FoundPlace[] = [];
  for (const { field, text } of texts) {
    if (field !== "address") {
      const { mentions, hidden } = finder.find(text);
      for (const place of mentions)
        links.add({
          ...linkAt({ field, text }, place),
          to: `tool:${place.target}`,
          how: "name",
          state: "found",
        });
      for (const place of hidden)
        links.add({
          ...linkAt({ field, text }, place),
          to: `tool:${place.target}`,
          how: "name",
          state: "hidden",
        });
    }
    for (const address of addressesIn(text, origins)) {
      const toolId = address.kind === "url" || address.kind === "host" ? hosts.at(address.value) : null;
      if (toolId !== null)
        links.add({
          ...linkAt({ field, text }, address),
          to: `tool:${toolId}`,
          how: "address",
          state: "found",
        });
      // An article is no news about itself.
      if (field !== "address" && address.kind !== "host") places.push({ field, text, address });
    }
  }
  for (const { toolId, name } of subjects)
    links.add({
      to: `tool:${toolId}`,
      how: "address",
      state: "found",
      spelled: name,
      excerpt: title,
      field: "subject",
    });
  return places;
}

/** Where a link stands: as it is spelled there, in its sentence. */
export function linkAt(
  { field, text }: ItemText,
  { start, end }: { start: number; end: number },
): Pick<FoundLink, "spelled" | "excerpt" | "field"> {
  const { excerpt, ...shown } = excerptAround(text, start, end);
  return { spelled: excerpt.slice(shown.start, shown.end), excerpt, field };
}
