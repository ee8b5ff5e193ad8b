import type { App } from "#server/app.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import type { EventsAfter, EventsAfterRequest, LedgerEvent } from "#shared/kernel/ledger.ts";

import { listEventsAfter, listLatestEvents } from "./events.queries.ts";

/** The events after a place in the ledger, oldest first, and the place of the newest; none after a place to come. */
export async function eventsAfter(app: App, { after, limit }: EventsAfterRequest): Promise<EventsAfter> {
  // Read first: what is written meanwhile is told the next time.
  const lastSeq = await lastEventSeq(app);
  const events = after < lastSeq ? await listEventsAfter(app.db, after, limit) : [];
  return { events, lastSeq };
}

/** The latest events, oldest first. */
export const latestEvents = ({ db }: App, limit: number): Promise<LedgerEvent[]> =>
  listLatestEvents(db, limit);

/** The events after one, oldest first. */
export const eventsSince = ({ db }: App, seq: number, limit: number): Promise<LedgerEvent[]> =>
  listEventsAfter(db, seq, limit);
