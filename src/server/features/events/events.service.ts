import type { App } from "#server/app.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import type { EventsAfter, EventsAfterRequest, LedgerEvent } from "#shared/kernel/ledger.ts";

import { listEventsAfter, listLatestEvents } from "./events.queries.ts";

/**
 * Returns the events after a sequence number, oldest first, and the newest sequence number. Empty for a future number.
 */
export async function eventsAfter(app: App, { after, limit }: EventsAfterRequest): Promise<EventsAfter> {
  // Read first, so that events written in the meantime are returned by the next call.
  const lastSeq = await lastEventSeq(app);
  const events = after < lastSeq ? await listEventsAfter(app.db, after, limit) : [];
  return { events, lastSeq };
}

/** Returns the latest events, oldest first. */
export const latestEvents = ({ db }: App, limit: number): Promise<LedgerEvent[]> =>
  listLatestEvents(db, limit);

/** Returns the events after a sequence number, oldest first. */
export const eventsSince = ({ db }: App, seq: number, limit: number): Promise<LedgerEvent[]> =>
  listEventsAfter(db, seq, limit);
