/**
 * After a change notification, requests ask for fresh data for this long. Later events of a burst cause another fetch.
 */
const RECENT_MS = 5000;

let heardAt = Number.NEGATIVE_INFINITY;

/** Records that this page was just notified of a change elsewhere. */
export function noteChangeElsewhere(): void {
  heardAt = performance.now();
}

/**
 * Returns headers that make a server wait until it knows the change. Another server on the same database may answer
 * than the one that sent the notification.
 */
export const freshnessHeaders = (): Record<string, string> =>
  performance.now() - heardAt < RECENT_MS ? { "x-after-change": "1" } : {};
