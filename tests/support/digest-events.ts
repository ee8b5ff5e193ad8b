import type { DigestEvent } from "#server/features/events/item-activity.ts";
import type { EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { EventDetail } from "#shared/kernel/ledger.ts";

/** A brief form of an event; `me` is the reader. */
export type ShortEvent = [
  who: string | null,
  verb: EventVerb,
  item: string,
  detail?: EventDetail,
  kind?: ItemKind,
];

/** A person who has added and discussed nothing. */
export const reader = { id: "me", addedIds: new Set<string>(), inboxItemIds: new Set<string>() };

/** The ledger after these events, one a minute. */
export const eventsOf = (events: readonly ShortEvent[]): DigestEvent[] =>
  events.map(([actorId, verb, itemId, detail = {}, kind = "tool"], index) => ({
    seq: index + 1,
    at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    actorId,
    verb,
    kind,
    itemId,
    title: itemId,
    detail,
  }));

/** The ledger's data about a comment. */
export const comment = (id: string, change: EventDetail["change"] = "added"): EventDetail => ({
  comment: id,
  change,
});
