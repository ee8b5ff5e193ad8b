import papaparse from "papaparse";

import { personName } from "#shared/accounts/user-rules.ts";
import { eventText } from "#shared/kernel/event-words.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";
import { FORMULA_START } from "#shared/texts/escaping.ts";

const COLUMNS = ["at", "name", "username", "verb", "kind", "item", "title", "detail"];

const toLines = (rows: readonly (readonly string[])[]): string =>
  `${papaparse.unparse([...rows], { newline: "\r\n", escapeFormulae: FORMULA_START })}\r\n`;

/** Start of the file: a byte order mark, by which spreadsheets detect UTF-8, and the column names. */
export const ACTIVITY_HEADER = `\uFEFF${toLines([COLUMNS])}`;

/** Formats events as CSV lines, with formulas disabled. */
export const activityLines = (events: readonly LedgerEvent[]): string =>
  toLines(
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
