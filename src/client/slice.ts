/** Types of a slice. `slices.ts` lists all slices. Routes, sidebar, palette and live updates are derived from them. */
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
  /**
   * Menu of the shell that links to the page. The command palette lists all pages except those with `isNamedByContent`.
   */
  nav?: "sidebar" | "user menu";
  /** Letter that opens the page when typed after "g". */
  goKey?: string;
  /** True if the page's content sets the tab's title. */
  isNamedByContent?: true;
  /** Loads the page's code on navigation. The build reads the module's name from the `import` expression. */
  load: () => Promise<{ Component: ComponentType }>;
  /**
   * URLs that the page requests first. The server lists them in a `Link` header. Undefined if they depend on the
   * browser.
   */
  firstCalls?: readonly string[];
  /** Actions in the command palette. `query` is the query of the page's URL. */
  actions?: readonly { query: string; label: string; Icon: LucideIcon }[];
  section?: Section;
}

/** Data about a list page, for Home, the sidebar and the activity log. */
interface Section {
  /** Kind of its items. */
  kind: ItemKind;
  /** A few words for new users, on Home. */
  purpose: string;
  /** Colour of the section's icon. */
  tone: string;
  /**
   * Returns the items that this tab has loaded, for kinds that people edit. A change that is already loaded causes no
   * refetch.
   */
  loadedItems?: (utils: Utils) => readonly { id: string; revision: number }[] | undefined;
}

type Change = Pick<LiveChange, "kind" | "verb">;

/** Data to refetch after other people's changes. */
interface RefreshRule {
  isAffected: (change: Change) => boolean;
  /**
   * Refetches queries that show the change. Hidden ones are refetched when they are next shown. Version lists are not
   * refetched: an open history shows a note about a newer version instead.
   */
  refetch: (utils: Utils) => Promise<void>[];
}

export interface Slice {
  name: string;
  pages?: readonly Page[];
  refresh?: readonly RefreshRule[];
}

/** True for changes to items of these kinds, except to their links. */
export const isChangeOf =
  (...kinds: readonly ItemKind[]) =>
  ({ kind, verb }: Change): boolean =>
    verb !== "linked" && kinds.includes(kind);

/** Refetches on the next visit instead of now, because the visible content must not move. */
export const ON_NEXT_VISIT = { refetchType: "none" } as const;
