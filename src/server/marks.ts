import type { ItemKind } from "#shared/items.ts";

/** Tells whether what was derived from the items of a kind still holds. */
export interface Marks {
  /** Differs after every change of an item of this kind, by this process or another. */
  read(kind: ItemKind): string;
  /** Notes that items of this kind change: what is kept of them no longer holds. */
  bump(kind: ItemKind): void;
}

/**
 * Marks that this process counts by itself. Of other processes it only knows that they changed something, so their
 * commits, which are rare, change the marks of all kinds.
 */
export function createMarks(readOthersChanges: () => number): Marks {
  const counts = new Map<ItemKind, number>();
  const count = (kind: ItemKind) => counts.get(kind) ?? 0;
  return {
    read: (kind) => `${count(kind)}-${readOthersChanges()}`,
    bump: (kind) => {
      counts.set(kind, count(kind) + 1);
    },
  };
}
