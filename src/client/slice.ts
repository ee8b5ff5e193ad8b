/** Declarations of a slice. `slices.ts` lists all slices; routes, sidebar, palette and live updates derive from them. */
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";

import type { trpc } from "#client/api/trpc.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { LiveChange } from "#shared/kernel/ledger.ts";

export type Utils = ReturnType<typeof trpc.useUtils>;

/** A page for signed-in users. */
export interface Page {
  /** Path with ":id" for the item, such as "/tools/:id". */
  path: string;
  /** Title in the sidebar, the command palette and the browser tab. */
  title: string;
  Icon: LucideIcon;
  /** Where the shell links to the page. The command palette lists every page that isn't named by its content. */
  nav?: "sidebar" | "user menu";
  /** Letter that opens the page after "g". */
  goKey?: string;
  /** True if the content sets the tab's title. */
  isNamedByContent?: true;
  /** Loads the page's code on navigation. The build reads the name of the module from its `import`. */
  load: () => Promise<{ Component: ComponentType }>;
  /** URLs that the page requests first, which the server names in a `Link` header. Absent if they depend on the browser. */
  firstCalls?: readonly string[];
  /** Actions in the command palette, by their parameters in the page's URL. */
  actions?: readonly { query: string; label: string; Icon: LucideIcon }[];
  section?: Section;
}

/** Data about a list page for Home, the sidebar and activity. */
interface Section {
  /** Kind of its items. */
  kind: ItemKind;
  /** A few words for new users, on Home. */
  purpose: string;
  /** Colour of the section's icon. */
  tone: string;
  /** Items that this tab has loaded, if people edit them. A change that they already contain is not refetched. */
  loadedItems?: (utils: Utils) => readonly { id: string; revision: number }[] | undefined;
}

type Change = Pick<LiveChange, "kind" | "verb">;

/** Data to refetch after other people's changes. */
interface RefreshRule {
  isAffected: (change: Change) => boolean;
  /**
   * Queries that show the change. Hidden ones are refetched when they are next shown. Versions are excluded: an open
   * history reports a newer one without moving.
   */
  refetch: (utils: Utils) => Promise<void>[];
}

export interface Slice {
  name: string;
  pages?: readonly Page[];
  refresh?: readonly RefreshRule[];
}

/** Matches changes to the items of a kind, but not to their links. */
export const isChangeOf =
  (...kinds: readonly ItemKind[]) =>
  ({ kind, verb }: Change): boolean =>
    verb !== "linked" && kinds.includes(kind);

/** Refetches on the next visit, because the current content must not move. */
export const LATER = { refetchType: "none" } as const;
