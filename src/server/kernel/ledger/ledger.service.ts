import type { App, Db } from "#server/app.ts";
import type { AudienceMember, InboxReason } from "#shared/inbox/inbox-words.ts";
import type { EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

import { findLastSeq, insertEvents } from "./events.queries.ts";

/** User's action on an item. A `null` actor is the server itself. */
export interface NewEvent {
  actorId: string | null;
  verb: EventVerb;
  kind: ItemKind;
  itemId: string;
  /** Current title of the item. */
  title: string;
  detail?: Readonly<Record<string, unknown>>;
  /** People the event addresses, with the reasons for their inbox entries. */
  addressed?: readonly { userId: string; reason: InboxReason }[];
  /** Other possible recipients, if they were read before the transaction. */
  audience?: readonly AudienceMember[];
}

/** Stored event. */
export interface RecordedEvent extends NewEvent {
  seq: number;
}

/** Runs within the transaction that records events. */
export type EventListener = (db: Db, events: readonly RecordedEvent[]) => Promise<void>;

/** Set once per process, before any event is recorded. */
let listeners: readonly EventListener[] = [];

export const registerEventListeners = (list: readonly EventListener[]): void => {
  listeners = list;
};

/** Records events on items, in the transaction `db` of the change itself: both are stored, or neither. */
export async function recordEvents(
  app: Pick<App, "now">,
  db: Db,
  events: readonly NewEvent[],
): Promise<void> {
  const at = app.now().toISOString();
  const seqs = await insertEvents(
    db,
    events.map(({ detail = {}, addressed: _addressed, audience: _audience, ...event }) => ({
      at,
      ...event,
      detail: JSON.stringify(detail),
    })),
  );
  const recorded = events.map((event, index) => ({ ...event, seq: seqs[index] ?? 0 }));
  for (const listen of listeners) await listen(db, recorded);
}

/** Returns the number of the last event, or 0 if there is none. */
export const lastEventSeq = ({ db }: App): Promise<number> => findLastSeq(db);
