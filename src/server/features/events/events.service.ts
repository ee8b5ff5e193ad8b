import type { App } from "#server/app.ts";
import type { LedgerPosition, LedgerUpdate } from "#server/kernel/ledger/ledger-reader.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type {
  EventsAfter,
  EventsAfterRequest,
  LedgerEvent,
  LiveMessage,
  WatchRequest,
} from "#shared/kernel/ledger.ts";

import { findFirstEventSince, findTimeOfEvent, listEventsAfter, listLatestEvents } from "./events.queries.ts";

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

/** A list may be read this long before the page that shows it started loading. */
const MARGIN_MS = 2000;
/** Above this number of changes of one kind, as in an import, no single one is reported. */
const MAX_CHANGES_OF_KIND = 20;

/** Changes to report at once, with the resulting position, to be passed as `lastEventId`. */
interface Tracked {
  id: string;
  message: LiveMessage;
}

/**
 * Streams workspace changes as they are committed, until the signal aborts. The first message arrives at once and
 * contains changes since the start position, if any.
 */
export async function* watchEvents(
  app: App,
  user: User,
  request: WatchRequest,
  signal: AbortSignal | undefined = new AbortController().signal,
): AsyncGenerator<Tracked> {
  const findStart = (newest: LedgerPosition) => findStartOf(app, request, newest);
  const updates = app.ledgerReader.subscribe(findStart, signal);
  const counts = app.openCounts.subscribe(user.id, signal);
  const [first, { value: inboxOpen }] = await Promise.all([updates.next(), counts.next()]);
  if (first.done === true) return;
  let id = formatPosition(first.value.position);
  yield { id, message: { ...toMessage(first.value, user), ...(inboxOpen !== undefined && { inboxOpen }) } };
  for await (const news of merge<LedgerUpdate | number>([updates, counts])) {
    if (typeof news === "number") {
      yield { id, message: { changes: [], all: [], inboxOpen: news } };
      continue;
    }
    id = formatPosition(news.position);
    yield { id, message: toMessage(news, user) };
  }
}

/** Yields the values of all sources as they come. Each source waits until its last value was taken. */
async function* merge<Value>(sources: readonly AsyncIterable<Value>[]): AsyncGenerator<Value> {
  const waiting: { value: Value; take: () => void }[] = [];
  let wake = () => {};
  const readOn = async (source: AsyncIterable<Value>) => {
    for await (const value of source) {
      await new Promise<void>((take) => {
        waiting.push({ value, take });
        wake();
      });
    }
  };
  const state = { isOver: false };
  const over = Promise.all(sources.map(readOn)).finally(() => {
    state.isOver = true;
    wake();
  });
  // Awaited below.
  over.catch(() => {});
  while (!state.isOver) {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      yield next.value;
      next.take();
    }
    if (!state.isOver && waiting.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  await over;
}

/** Returns null for a position in another database, as after a restore. */
async function findStartOf(
  { db, now }: App,
  { lastEventId, after, loadedFor }: WatchRequest,
  newest: LedgerPosition,
): Promise<number | null> {
  if (lastEventId !== undefined) {
    const position = parsePosition(lastEventId);
    if (position === null || position.seq > newest.seq) return null;
    const known = position.at === "" ? "" : (await findTimeOfEvent(db, position.seq))?.at;
    return known === position.at ? position.seq : null;
  }
  if (after !== undefined) return after > newest.seq ? null : after;
  if (loadedFor === undefined) return newest.seq;
  const since = new Date(now().getTime() - loadedFor - MARGIN_MS).toISOString();
  const first = await findFirstEventSince(db, since);
  return first === undefined ? newest.seq : Math.min(first.seq - 1, newest.seq);
}

const formatPosition = ({ seq, at }: LedgerPosition): string => `${seq} ${at}`.trim();

function parsePosition(text: string): LedgerPosition | null {
  const [, seq, at = ""] = /^(\d{1,15})(?: (\S+))?$/u.exec(text) ?? [];
  return seq === undefined ? null : { seq: Number(seq), at };
}

function toMessage({ events, kinds }: LedgerUpdate, user: User): LiveMessage {
  const counts = new Map<ItemKind, number>();
  for (const { kind } of events) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const isMany = (kind: ItemKind) => (counts.get(kind) ?? 0) > MAX_CHANGES_OF_KIND;
  return {
    changes: events.flatMap((event) =>
      isMany(event.kind) ? [] : { ...event, isOwn: event.actor?.id === user.id },
    ),
    all: [...kinds, ...[...counts.keys()].filter(isMany)],
  };
}
