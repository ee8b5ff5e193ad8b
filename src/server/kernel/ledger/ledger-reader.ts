import { EventEmitter, once } from "node:events";

import { inBackground, yieldToEventLoop } from "#server/kernel/async/promises.ts";
import type { Log } from "#server/log.ts";
import { ITEM_KINDS, type ItemKind } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

/**
 * Position of a reader in the activity log, right after this event. The time reveals a position from another database.
 */
export interface LedgerPosition {
  seq: number;
  at: string;
}

/** Events after a position. If not all are cached, only their kinds. */
interface LedgerChanges {
  events: readonly LedgerEvent[];
  kinds: readonly ItemKind[];
}

/** Latest events of the activity log, cached once for all subscribers. */
export class LedgerRing {
  readonly #size: number;
  readonly #events: LedgerEvent[];
  /** A reader before this position may have missed events of any kind. */
  readonly #completeAfter: number;
  readonly #lastOfKind = new Map<ItemKind, number>();
  #newest: LedgerPosition = { seq: 0, at: "" };

  /** Starts with the latest events. Fewer than `size` are the whole log. */
  constructor(latest: readonly LedgerEvent[], size: number) {
    this.#size = size;
    this.#events = [];
    this.#completeAfter = latest.length < size ? 0 : (latest[0]?.seq ?? 1) - 1;
    this.add(latest);
  }

  get newest(): LedgerPosition {
    return this.#newest;
  }

  /** Adds newer events, in order of writing. */
  add(events: readonly LedgerEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#lastOfKind.set(event.kind, event.seq);
      this.#newest = { seq: event.seq, at: event.at };
    }
    this.#events.splice(0, this.#events.length - this.#size);
  }

  /** Replaces the cached events with their current state, such as after a user's name change. */
  refresh(events: readonly LedgerEvent[]): void {
    const current = new Map(events.map((event) => [event.seq, event]));
    for (const [index, event] of this.#events.entries())
      this.#events[index] = current.get(event.seq) ?? event;
  }

  after(seq: number): LedgerChanges {
    if (seq < this.#completeAfter) return { events: [], kinds: ITEM_KINDS };
    const first = this.#events[0]?.seq ?? 0;
    const isComplete = this.#events.length < this.#size || seq >= first - 1;
    if (!isComplete) {
      return { events: [], kinds: ITEM_KINDS.filter((kind) => (this.#lastOfKind.get(kind) ?? 0) > seq) };
    }
    return {
      events: this.#events.slice(this.#events.findLastIndex((event) => event.seq <= seq) + 1),
      kinds: [],
    };
  }
}

/**
 * Number of cached events. A reader that is further behind, such as a stalled one, receives only the kinds of events.
 */
const MAX_CACHED_EVENTS = 1000;
const BATCH_SIZE = 250;
/** Interval for checking whether another process has written. */
const CHECK_INTERVAL_MS = 500;

interface Ledger {
  log: Log;
  /** Changes after every commit of another process. */
  otherWritesVersion(): number;
  /** Changes after every change to users, whose names the events contain. */
  readPeopleVersion(): string;
  /** Returns the latest events, oldest first. */
  readLatest(limit: number): Promise<LedgerEvent[]>;
  /** Returns the events after a sequence number, oldest first. */
  readAfter(seq: number, limit: number): Promise<LedgerEvent[]>;
}

/** Changes for a subscriber, with the position after them. */
export interface LedgerUpdate extends LedgerChanges {
  position: LedgerPosition;
}

/** Returns the start position, or null if the subscriber's position is from another database. */
type FindStartSeq = (newest: LedgerPosition) => number | null | Promise<number | null>;

/** Reads the activity log once for all subscribers, and only while there are any. */
export class LedgerReader {
  readonly #ledger: Ledger;
  readonly #newEvents = new EventEmitter().setMaxListeners(0);
  #ring: LedgerRing | null = null;
  #watchers = 0;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<LedgerRing> | null = null;
  /** True if there may be events that are not loaded yet. */
  #isStale = false;
  #othersChanges = Number.NaN;
  #peopleVersion = "";

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Must be called after each commit of this process that wrote to the activity log. */
  recordCommit(): void {
    if (this.#watchers > 0) this.#inBackground(this.#read());
  }

  /**
   * Streams events after a position as they are committed, until the signal aborts. The first update is the start
   * position.
   */
  async *subscribe(findStart: FindStartSeq, signal: AbortSignal): AsyncGenerator<LedgerUpdate> {
    this.#open(signal);
    const ring = await this.#read();
    const start = await findStart(ring.newest);
    let position = ring.newest;
    yield { position, ...(start === null ? { events: [], kinds: ITEM_KINDS } : ring.after(start)) };
    while (!signal.aborted) {
      if (ring.newest.seq === position.seq) await once(this.#newEvents, "more", { signal }).catch(() => {});
      else {
        const changes = ring.after(position.seq);
        position = ring.newest;
        yield { position, ...changes };
      }
    }
  }

  #open(signal: AbortSignal): void {
    this.#watchers += 1;
    this.#timer ??= setInterval(() => this.#inBackground(this.#check()), CHECK_INTERVAL_MS).unref();
    // Closes on abort, not at the end of the generator, since an abandoned generator never ends.
    signal.addEventListener("abort", () => this.#close(), { once: true });
    if (signal.aborted) this.#close();
  }

  #close(): void {
    this.#watchers -= 1;
    if (this.#watchers > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #inBackground(work: Promise<unknown>): void {
    inBackground(this.#ledger.log, "reading the ledger", work);
  }

  /** Reads new events if another process has written or the last attempt failed. */
  async #check(): Promise<void> {
    if (this.#isStale || this.#ledger.otherWritesVersion() !== this.#othersChanges) await this.#read();
  }

  /** Loads all events committed by now. Concurrent calls share one run. */
  #read(): Promise<LedgerRing> {
    this.#isStale = true;
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  async #readAll(): Promise<LedgerRing> {
    try {
      const peopleVersion = this.#ledger.readPeopleVersion();
      if (this.#ring === null)
        this.#ring = new LedgerRing(await this.#ledger.readLatest(MAX_CACHED_EVENTS), MAX_CACHED_EVENTS);
      else if (peopleVersion !== this.#peopleVersion)
        this.#ring.refresh(await this.#ledger.readLatest(MAX_CACHED_EVENTS));
      this.#peopleVersion = peopleVersion;
      while (this.#isStale) {
        this.#isStale = false;
        this.#othersChanges = this.#ledger.otherWritesVersion();
        await this.#readNewEvents(this.#ring);
      }
      return this.#ring;
    } catch (error) {
      // The next check retries.
      this.#isStale = true;
      throw error;
    } finally {
      this.#reading = null;
    }
  }

  async #readNewEvents(ring: LedgerRing): Promise<void> {
    for (;;) {
      const events = await this.#ledger.readAfter(ring.newest.seq, BATCH_SIZE);
      ring.add(events);
      if (events.length > 0) this.#newEvents.emit("more");
      if (events.length < BATCH_SIZE) return;
      await yieldToEventLoop();
    }
  }
}
