import { createHash } from "node:crypto";

/** Properties that may distinguish a feed's entry from others. */
interface AnchoredEntry {
  /** Canonical address of the entry. */
  url: string;
  /** Part of its link after the "#". Empty if there is none. */
  fragment: string;
  id: string | undefined;
  title: string;
}

/** Creates an anchor from an entry's id or title. `#shared/entry-identity.ts` recognizes this form. */
const hashAnchor = (kind: "entry" | "title", text: string): string =>
  `${kind}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;

/**
 * Returns the anchor of each entry that shares its address: its fragment, or a hash of its id or title. Null if the
 * address is enough, undefined for a duplicate entry.
 */
export function createAnchors(entries: readonly AnchoredEntry[]): (string | null | undefined)[] {
  const anchors = new Map<AnchoredEntry, string | null>();
  for (const group of Map.groupBy(entries, ({ url }) => url).values()) {
    const distinct = [...new Map(group.map((entry) => [identityOf(entry), entry])).values()];
    const isUnique = uniquenessIn(distinct);
    for (const entry of distinct)
      anchors.set(entry, distinct.length === 1 ? null : createAnchor(entry, isUnique));
  }
  return entries.map((entry) => anchors.get(entry));
}

const identityOf = ({ fragment, id, title }: AnchoredEntry): string => JSON.stringify([fragment, id, title]);

/** Returns, for each property, a check that no other entry has the same value. */
function uniquenessIn(entries: readonly AnchoredEntry[]) {
  const isUniqueBy = (pick: (entry: AnchoredEntry) => string | undefined) => {
    const groups = Map.groupBy(entries, pick);
    return (entry: AnchoredEntry) => groups.get(pick(entry))?.length === 1;
  };
  return {
    fragment: isUniqueBy(({ fragment }) => fragment),
    id: isUniqueBy(({ id }) => id),
    title: isUniqueBy(({ title }) => title),
  };
}

function createAnchor(entry: AnchoredEntry, isUnique: ReturnType<typeof uniquenessIn>): string | null {
  if (isUnique.fragment(entry)) return entry.fragment === "" ? null : entry.fragment;
  if (entry.id !== undefined && isUnique.id(entry)) return hashAnchor("entry", entry.id);
  return hashAnchor("title", isUnique.title(entry) ? entry.title : identityOf(entry));
}
