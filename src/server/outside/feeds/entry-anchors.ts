import { createHash } from "node:crypto";

/** An entry of a feed by what may tell it apart from others. */
interface Told {
  /** The canonical address. */
  url: string;
  /** What stands behind the # of its link; empty where nothing does. */
  fragment: string;
  id: string | undefined;
  title: string;
}

/** An anchor made of an entry's id, or of its title; `#shared/entry-identity.ts` knows them by this form. */
const made = (kind: "entry" | "title", text: string): string =>
  `${kind}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;

/**
 * For each entry of a feed the anchor that tells it apart from others with the same address: its own fragment, or one
 * that is made of its id or title. Null where the address alone is enough, and undefined for an entry that is there
 * once more.
 */
export function createAnchors(entries: readonly Told[]): (string | null | undefined)[] {
  const anchors = new Map<Told, string | null>();
  for (const group of Map.groupBy(entries, ({ url }) => url).values()) {
    const distinct = [...new Map(group.map((entry) => [sameness(entry), entry])).values()];
    const isOwn = ownIn(distinct);
    for (const entry of distinct)
      anchors.set(entry, distinct.length === 1 ? null : createAnchor(entry, isOwn));
  }
  return entries.map((entry) => anchors.get(entry));
}

const sameness = ({ fragment, id, title }: Told): string => JSON.stringify([fragment, id, title]);

/** Whether no other entry has the same of something. */
function ownIn(entries: readonly Told[]) {
  const counts = (pick: (entry: Told) => string | undefined) => {
    const groups = Map.groupBy(entries, pick);
    return (entry: Told) => groups.get(pick(entry))?.length === 1;
  };
  return {
    fragment: counts(({ fragment }) => fragment),
    id: counts(({ id }) => id),
    title: counts(({ title }) => title),
  };
}

function createAnchor(entry: Told, isOwn: ReturnType<typeof ownIn>): string | null {
  if (isOwn.fragment(entry)) return entry.fragment === "" ? null : entry.fragment;
  if (entry.id !== undefined && isOwn.id(entry)) return made("entry", entry.id);
  return made("title", isOwn.title(entry) ? entry.title : sameness(entry));
}
