import type { App } from "#server/app.ts";
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
}

/** Records events on items, in the transaction `db` of the change itself: both are stored, or neither. */
export async function recordEvents(app: App, db: App["db"], events: readonly NewEvent[]): Promise<void> {
  const at = app.now().toISOString();
  await insertEvents(
    db,
    events.map(({ detail = {}, ...event }) => ({ at, ...event, detail: JSON.stringify(detail) })),
  );
}

/** Returns the number of the last event, or 0 if there is none. */
export const lastEventSeq = ({ db }: App): Promise<number> => findLastSeq(db);
