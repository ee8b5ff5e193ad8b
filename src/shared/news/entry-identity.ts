/** An anchor that was made of an entry's id, or of its title, and not given by the feed. */
const MADE_ANCHOR = /^(?:entry|title)-[\da-f]{12}$/u;

/** An address with its anchor. */
export const withAnchor = (url: string, anchor: string | null): string =>
  anchor === null ? url : `${url}#${anchor}`;

/** An address without an anchor; `#!` begins a page and no anchor. */
export function stripAnchor(address: string): string {
  const hash = address.indexOf("#", address.includes("#!") ? address.indexOf("#!") + 2 : 0);
  return hash === -1 ? address : address.slice(0, hash);
}

const findKind = (address: string): "page" | "fragment" | "entry" | "title" => {
  const anchor = address.slice(stripAnchor(address).length + 1);
  if (anchor === "") return "page";
  return MADE_ANCHOR.test(anchor) ? (anchor.startsWith("entry") ? "entry" : "title") : "fragment";
};

interface Addressed {
  url: string;
  title?: string;
  /** When it was published: of a release note the day, of an article the time. */
  date?: string;
  publishedAt?: string;
}

/**
 * Those of the found things that are not among the known ones. An address says which are; but where a feed shares one
 * address among its entries, the anchor changes when the feed begins to give ids, or when a title that it was made of
 * is edited. Such an entry is known by its title or its date, and each known one stands for one entry alone.
 */
export function withoutKnown<Found extends Addressed>(
  found: readonly Found[],
  known: readonly Addressed[],
): Found[] {
  const addresses = new Map(known.map((entry) => [entry.url, entry]));
  const present = new Set(found.map(({ url }) => url));
  const unclaimed = Map.groupBy(
    [...addresses.values()].filter(({ url }) => !present.has(url)),
    ({ url }) => stripAnchor(url),
  );
  const claims = (isSame: (found: Addressed, known: Addressed) => boolean) => (entry: Found) => {
    const candidates = unclaimed.get(stripAnchor(entry.url)) ?? [];
    const index = candidates.findIndex((other) => mayBeSame(entry, other) && isSame(entry, other));
    if (index !== -1) candidates.splice(index, 1);
    return index !== -1;
  };
  const hasTitleOfKnown = claims((one, other) => one.title !== undefined && one.title === other.title);
  const hasTimeOfKnown = claims(
    (one, other) => parseTime(one) !== undefined && parseTime(one) === parseTime(other),
  );
  return (
    found
      .filter(({ url }) => !addresses.has(url))
      .filter((entry) => !hasTitleOfKnown(entry))
      // Several may have one time, so those whose title says more go first.
      .filter((entry) => !hasTimeOfKnown(entry))
  );
}

/** Ids and fragments that differ mean different entries. */
function mayBeSame(found: Addressed, known: Addressed): boolean {
  const kind = findKind(found.url);
  return kind !== findKind(known.url) || kind === "title";
}

const parseTime = ({ date, publishedAt }: Addressed): string | undefined => date ?? publishedAt;
