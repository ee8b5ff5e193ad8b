import type { OpenDatabase } from "#db/database.ts";
import type { ItemKind } from "#shared/item-address.ts";

/** Tells whether what was derived from the database still holds. */
export interface Marks {
  /** Differs after every change of an item of this kind, by this process or another, and again once that is committed. */
  read(kind: ItemKind): string;
  /** The same for who is signed in, by a session or a token. */
  readPeople(): string;
  /** The same for anything at all. */
  readAll(): string;
  /** Notes that items of this kind change: what is kept of them no longer holds. */
  bump(kind: ItemKind): void;
}

/**
 * Marks that this process counts by itself. Of other processes it only knows that they changed something, so their
 * commits, which are rare, change the marks of all kinds. While a change is not committed, others still read what was
 * there before: what they derive from that holds until the commit, and not after it.
 */
export function createMarks({
  readOthersChanges,
  markOfOwnWrites,
  lastOwnCommit,
}: Pick<OpenDatabase, "readOthersChanges" | "markOfOwnWrites" | "lastOwnCommit">): Marks {
  const bumps = new Map<ItemKind, { count: number; afterCommit: number }>();
  const markOf = (kind: ItemKind): string => {
    const { count, afterCommit } = bumps.get(kind) ?? { count: 0, afterCommit: -1 };
    return lastOwnCommit() > afterCommit ? String(count) : `${count}+`;
  };
  return {
    read: (kind) => `${markOf(kind)}-${readOthersChanges()}`,
    readPeople: () => `${markOfOwnWrites(["users", "session", "api_tokens"])}-${readOthersChanges()}`,
    readAll: () => `${markOfOwnWrites()}-${readOthersChanges()}`,
    bump: (kind) => {
      bumps.set(kind, { count: (bumps.get(kind)?.count ?? 0) + 1, afterCommit: lastOwnCommit() });
    },
  };
}
