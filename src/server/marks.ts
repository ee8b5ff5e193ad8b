import type { OpenDatabase } from "#db/open.ts";
import type { ItemKind } from "#shared/item-address.ts";

/** Tells whether what was derived from the database still holds. */
export interface Marks {
  /** Differs after every change of an item of this kind, by this process or another. */
  read(kind: ItemKind): string;
  /** Differs after every change of anything, by this process or another; begun changes count too. */
  readAll(): string;
  /** Notes that items of this kind change: what is kept of them no longer holds. */
  bump(kind: ItemKind): void;
}

/**
 * Marks that this process counts by itself. Of other processes it only knows that they changed something, so their
 * commits, which are rare, change the marks of all kinds.
 */
export function createMarks({
  readOthersChanges,
  countOwnWrites,
}: Pick<OpenDatabase, "readOthersChanges" | "countOwnWrites">): Marks {
  const counts = new Map<ItemKind, number>();
  const count = (kind: ItemKind) => counts.get(kind) ?? 0;
  return {
    read: (kind) => `${count(kind)}-${readOthersChanges()}`,
    readAll: () => `${countOwnWrites()}-${readOthersChanges()}`,
    bump: (kind) => {
      counts.set(kind, count(kind) + 1);
    },
  };
}
