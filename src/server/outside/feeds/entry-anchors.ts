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
const anchor = (kind: "entry" | "title", text: string): string =>
  `${kind}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;

/**
 * Returns the anchor of each entry that shares its address: its fragment, or a hash of its id or title. Null if the
 * address is enough, undefined for a duplicate entry.
 */
export function createAnchors(entries: readonly AnchoredEntry[]): (string | null | undefined)[] {
  const anchors = new Map<AnchoredEntry, string | null>();
  for (const group of Map.groupBy(entries, ({ url }) => url).values()) {
    const distinct = [...new Map(group.map((entry) => [sameness(entry), entry])).values()];
    const isOwn = ownIn(distinct);
    for (const entry of distinct)
      anchors.set(entry, distinct.length === 1 ? null : createAnchor(entry, isOwn));
  }
  return entries.map((entry) => anchors.get(entry));
}

const sameness = ({ fragment, id, title }: AnchoredEntry): string => JSON.stringify([fragment, id, title]);

/** Returns, for each property, a check that no other entry has the same value. */
function ownIn(entries: readonly AnchoredEntry[]) {
  const counts = (pick: (entry: AnchoredEntry) => string | undefined) => {
    const groups = Map.groupBy(entries, pick);
    return (entry: AnchoredEntry) => groups.get(pick(entry))?.length === 1;
  };
  return {
    fragment: counts(({ fragment }) => fragment),
    id: counts(({ id }) => id),
    title: counts(({ title }) => title),
  };
}

function createAnchor(entry: AnchoredEntry, isOwn: ReturnType<typeof ownIn>): string | null {
  if (isOwn.fragment(entry)) return entry.fragment === "" ? null : entry.fragment;
  if (entry.id !== undefined && isOwn.id(entry)) return anchor("entry", entry.id);
  return anchor("title", isOwn.title(entry) ? entry.title : sameness(entry));
}
