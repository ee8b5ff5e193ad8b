import type { App } from "#server/app.ts";
import type { EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

import { findLastSeq, insertEvents } from "./events.queries.ts";

/** What somebody did to an item; `null` as the actor is the server itself. */
export interface NewEvent {
  actorId: string | null;
  verb: EventVerb;
  kind: ItemKind;
  itemId: string;
  /** The item's title as it is now. */
  title: string;
  detail?: Readonly<Record<string, unknown>>;
}

/**
 * Writes into the ledger what happens to items, in the transaction `db` of the change itself: either both are stored or
 * neither is.
 */
export async function recordEvents(app: App, db: App["db"], events: readonly NewEvent[]): Promise<void> {
  const at = app.now().toISOString();
  await insertEvents(
    db,
    events.map(({ detail = {}, ...event }) => ({ at, ...event, detail: JSON.stringify(detail) })),
  );
}

/** The number of the last event; 0 while there is none. */
export const lastEventSeq = ({ db }: App): Promise<number> => findLastSeq(db);
