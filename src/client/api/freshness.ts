/** For so long after it heard of a change a page asks for what is there now; a burst of changes is read again later. */
const RECENT_MS = 5000;

let heardAt = Number.NEGATIVE_INFINITY;

/** Notes that this page has just heard of a change elsewhere. */
export function noteChangeElsewhere(): void {
  heardAt = performance.now();
}

/**
 * Has a server wait until it knows of a change that this page has heard of: where several share a database, another one
 * may reply than the one that told of it.
 */
export const freshnessHeaders = (): Record<string, string> =>
  performance.now() - heardAt < RECENT_MS ? { "x-after-change": "1" } : {};
