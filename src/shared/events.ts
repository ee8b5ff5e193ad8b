/**
 * What can be done to an item: `restored` is said of one that comes back after it was deleted (detail: `deletion`) and of
 * one that is again as an old version was (detail: `from`); `purged` of one that cannot come back any more.
 */
export const EVENT_VERBS = [
  "added",
  "edited",
  "restored",
  "deleted",
  "purged",
  "commented",
  "fetched",
] as const;
export type EventVerb = (typeof EVENT_VERBS)[number];
