import type { App } from "#server/app.ts";
import { MAX_FETCHED_PAGE, readNumberCursor, readPage } from "#server/kernel/paging/paging.ts";
import type { ExportedFile } from "#shared/export.ts";
import type { ActivityFilter, ActivityLine } from "#shared/kernel/activity.ts";
import { isImportVerb } from "#shared/kernel/event-words.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import { type LedgerFilter, listExistingIds, streamActivity } from "./activity.queries.ts";

/** Returns activity, latest first. Combines consecutive events of one import, or of its undo, in one line. */
export async function listActivity(
  app: App,
  { limit, cursor, ...filter }: PageRequest & LedgerFilter,
): Promise<Page<ActivityLine>> {
  const { items, nextCursor } = await readPage(
    { limit, cursor },
    async (slice) => {
      const lines: Line[] = [];
      for await (const line of combineImports(
        streamActivity(app.db, filter, readNumberCursor(slice.after) ?? undefined),
      )) {
        lines.push(line);
        if (lines.length === slice.limit) break;
      }
      return lines;
    },
    ({ lowestSeq }) => [String(lowestSeq), ""],
    MAX_FETCHED_PAGE,
  );
  return { items: await withPresence(app, items), nextCursor };
}

interface Line extends LedgerEvent {
  count: number;
  /** Sequence number of its last event. */
  lowestSeq: number;
}

async function* combineImports(events: AsyncIterable<LedgerEvent>): AsyncGenerator<Line> {
  let line: Line | undefined;
  for await (const event of events) {
    if (line && isOneImport(line, event)) {
      line.count += 1;
      line.lowestSeq = event.seq;
    } else {
      if (line) yield line;
      line = { ...event, count: 1, lowestSeq: event.seq };
    }
  }
  if (line) yield line;
}

const isOneImport = (a: LedgerEvent, b: LedgerEvent): boolean =>
  a.detail.import !== undefined &&
  a.detail.import === b.detail.import &&
  isImportVerb(a.verb) === isImportVerb(b.verb);

/** Adds to each line whether its item still exists. */
async function withPresence({ db }: App, lines: readonly Line[]): Promise<ActivityLine[]> {
  const existing = new Set<string>();
  for (const [kind, ofKind] of Map.groupBy(lines, (line) => line.kind)) {
    const itemIds = ofKind.map(({ itemId }) => itemId);
    const ids = await listExistingIds(db, kind, itemIds);
    for (const id of ids) existing.add(`${kind}:${id}`);
  }
  return lines.map(({ lowestSeq: _lowest, ...line }) => ({
    ...line,
    isThere: existing.has(`${line.kind}:${line.itemId}`),
  }));
}

/** Exports activity as CSV, one row per event. Throws 400 if there are too many events for one file. */
export async function exportActivity(
  { workers, database }: App,
  filter: ActivityFilter,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const bytes = await workers.run("events.export", { databaseUrl: database.url, filter }, { signal });
  return {
    fileName: "activity.csv",
    mediaType: "text/csv; charset=utf-8",
    encoding: "base64",
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
  };
}
