import { readDatabase } from "#db/open-for-reading.ts";
import { invalid } from "#server/errors.ts";
import { UTF8_BOM, csvLines } from "#server/kernel/exports/text-writers.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import { type ActivityFilter, MAX_EXPORTED_EVENTS } from "#shared/kernel/activity.ts";
import { eventText } from "#shared/kernel/event-words.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

import { streamActivity } from "./activity.queries.ts";

const CSV_COLUMNS = ["at", "name", "username", "verb", "kind", "item", "title", "detail"];

/** Formats events as CSV lines. */
const activityLines = (events: readonly LedgerEvent[]): string =>
  csvLines(
    events.map((event) => [
      event.at,
      personName(event.actor),
      event.actor?.username ?? "",
      event.verb,
      event.kind,
      event.itemId,
      event.title,
      eventText(event),
    ]),
  );

const EVENTS_PER_PART = 500;

/** Writes matching events as CSV, latest first. Throws 400 if there are too many for one file. */
export const writeActivity = ({
  databaseUrl,
  filter,
}: {
  databaseUrl: string;
  filter: ActivityFilter;
}): Promise<Uint8Array> =>
  readDatabase(databaseUrl, async (db) => {
    const parts: Uint8Array[] = [Buffer.from(`${UTF8_BOM}${csvLines([CSV_COLUMNS])}`)];
    let part: LedgerEvent[] = [];
    let count = 0;
    for await (const event of streamActivity(db, filter)) {
      count += 1;
      if (count > MAX_EXPORTED_EVENTS) throw tooManyEvents();
      part.push(event);
      if (part.length < EVENTS_PER_PART) continue;
      parts.push(Buffer.from(activityLines(part)));
      part = [];
    }
    if (part.length > 0) parts.push(Buffer.from(activityLines(part)));
    return Buffer.concat(parts);
  });

const tooManyEvents = () =>
  invalid(
    `A file can have at most ${MAX_EXPORTED_EVENTS.toLocaleString("en-US")} events. Choose a shorter period.`,
    "from",
  );
