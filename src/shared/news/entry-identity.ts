/** Matches an anchor derived from an entry's id or title. Other anchors come from the feed. */
const DERIVED_ANCHOR = /^(?:entry|title)-[\da-f]{12}$/u;

/** Returns an address with its anchor. */
export const withAnchor = (url: string, anchor: string | null): string =>
  anchor === null ? url : `${url}#${anchor}`;

/** Removes the anchor from an address. `#!` begins a page, not an anchor. */
export function stripAnchor(address: string): string {
  const hash = address.indexOf("#", address.includes("#!") ? address.indexOf("#!") + 2 : 0);
  return hash === -1 ? address : address.slice(0, hash);
}

const findKind = (address: string): "page" | "fragment" | "entry" | "title" => {
  const anchor = address.slice(stripAnchor(address).length + 1);
  if (anchor === "") return "page";
  return DERIVED_ANCHOR.test(anchor) ? (anchor.startsWith("entry") ? "entry" : "title") : "fragment";
};

interface Addressed {
  url: string;
  title?: string;
  /** Publication date: the day of a release note, the time of an article. */
  date?: string;
  publishedAt?: string;
}

/**
 * Returns the found items that are not known yet, compared by address. If a feed's entries share an address, their
 * anchors change when the feed introduces ids or a title is edited. Such an entry is matched by title or date, with
 * each known entry at most once.
 */
export function findNewEntries<Found extends Addressed>(
  found: readonly Found[],
  known: readonly Addressed[],
): Found[] {
  const addresses = new Map(known.map((entry) => [entry.url, entry]));
  const present = new Set(found.map(({ url }) => url));
  const unclaimedByAddress = Map.groupBy(
    [...addresses.values()].filter(({ url }) => !present.has(url)),
    ({ url }) => stripAnchor(url),
  );
  const claimKnown = (isSame: (found: Addressed, known: Addressed) => boolean) => (entry: Found) => {
    const candidates = unclaimedByAddress.get(stripAnchor(entry.url)) ?? [];
    const index = candidates.findIndex((other) => mayBeSame(entry, other) && isSame(entry, other));
    if (index !== -1) candidates.splice(index, 1);
    return index !== -1;
  };
  const hasTitleOfKnown = claimKnown((one, other) => one.title !== undefined && one.title === other.title);
  const hasTimeOfKnown = claimKnown(
    (one, other) => parseTime(one) !== undefined && parseTime(one) === parseTime(other),
  );
  return (
    found
      .filter(({ url }) => !addresses.has(url))
      .filter((entry) => !hasTitleOfKnown(entry))
      // Several entries may have the same time, so distinctive titles are matched first.
      .filter((entry) => !hasTimeOfKnown(entry))
  );
}

/** False if ids or fragments differ, because they identify entries. */
function mayBeSame(found: Addressed, known: Addressed): boolean {
  const kind = findKind(found.url);
  return kind !== findKind(known.url) || kind === "title";
}

const parseTime = ({ date, publishedAt }: Addressed): string | undefined => date ?? publishedAt;
