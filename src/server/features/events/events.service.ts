import type { App } from "#server/app.ts";
import type { LedgerPosition, LedgerUpdate } from "#server/kernel/ledger/ledger-reader.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type {
  NewEvents,
  NewEventsRequest,
  LedgerEvent,
  LiveMessage,
  WatchRequest,
} from "#shared/kernel/ledger.ts";

import { findFirstEventSince, findTimeOfEvent, listEventsAfter, listLatestEvents } from "./events.queries.ts";

/**
 * Returns the events after a sequence number, oldest first, and the newest sequence number. Returns no events for a
 * future number.
 */
export async function eventsAfter(app: App, { after, limit }: NewEventsRequest): Promise<NewEvents> {
  // Read before the events, so that the next call returns events written since.
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

/** Margin for changes between reading a list and loading the page that shows it. */
const LOADING_MARGIN_MS = 2000;
/** Maximum number of changes of one kind that are listed. Beyond it, as in an import, only the kind is reported. */
const MAX_CHANGES_OF_KIND = 20;

/** Message with the position after its changes. Clients send that as `lastEventId` to resume. */
interface TrackedMessage {
  id: string;
  message: LiveMessage;
}

/**
 * Streams workspace changes as they are committed, until the signal aborts. The first message is sent at once, with the
 * changes since the start position.
 */
export async function* watchEvents(
  app: App,
  user: User,
  request: WatchRequest,
  signal: AbortSignal | undefined = new AbortController().signal,
): AsyncGenerator<TrackedMessage> {
  const findStart = (newest: LedgerPosition) => findStartSeq(app, request, newest);
  const updates = app.ledgerReader.subscribe(findStart, signal);
  const counts = app.openCounts.subscribe(user.id, signal);
  const [first, { value: inboxOpen }] = await Promise.all([updates.next(), counts.next()]);
  if (first.done === true) return;
  let id = formatPosition(first.value.position);
  yield { id, message: { ...toMessage(first.value, user), ...(inboxOpen !== undefined && { inboxOpen }) } };
  for await (const update of mergeStreams<LedgerUpdate | number>([updates, counts])) {
    if (typeof update === "number") {
      yield { id, message: { changes: [], all: [], inboxOpen: update } };
      continue;
    }
    id = formatPosition(update.position);
    yield { id, message: toMessage(update, user) };
  }
}

/** Yields the values of all sources as they arrive. Each source pauses until its last value has been consumed. */
async function* mergeStreams<Value>(sources: readonly AsyncIterable<Value>[]): AsyncGenerator<Value> {
  const waiting: { value: Value; resume: () => void }[] = [];
  let wake = () => {};
  const enqueueAll = async (source: AsyncIterable<Value>) => {
    for await (const value of source) {
      await new Promise<void>((take) => {
        waiting.push({ value, resume: take });
        wake();
      });
    }
  };
  const state = { isFinished: false };
  const finished = Promise.all(sources.map(enqueueAll)).finally(() => {
    state.isFinished = true;
    wake();
  });
  // Prevents an unhandled rejection before the `await` below.
  finished.catch(() => {});
  while (!state.isFinished) {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      yield next.value;
      next.resume();
    }
    if (!state.isFinished && waiting.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  await finished;
}

/**
 * Returns the sequence number to start after. Returns null for a position in another database, for example after a
 * restore.
 */
async function findStartSeq(
  { db, now }: App,
  { lastEventId, after, loadedFor }: WatchRequest,
  newest: LedgerPosition,
): Promise<number | null> {
  if (lastEventId !== undefined) {
    const position = parsePosition(lastEventId);
    if (position === null || position.seq > newest.seq) return null;
    const storedTime = position.at === "" ? "" : (await findTimeOfEvent(db, position.seq))?.at;
    return storedTime === position.at ? position.seq : null;
  }
  if (after !== undefined) return after > newest.seq ? null : after;
  if (loadedFor === undefined) return newest.seq;
  const since = new Date(now().getTime() - loadedFor - LOADING_MARGIN_MS).toISOString();
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
  const exceedsLimit = (kind: ItemKind) => (counts.get(kind) ?? 0) > MAX_CHANGES_OF_KIND;
  return {
    changes: events.flatMap((event) =>
      exceedsLimit(event.kind) ? [] : { ...event, isOwn: event.actor?.id === user.id },
    ),
    all: [...kinds, ...[...counts.keys()].filter(exceedsLimit)],
  };
}
