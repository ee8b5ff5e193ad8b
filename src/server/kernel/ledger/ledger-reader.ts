import { EventEmitter, once } from "node:events";

import { inBackground, yieldToEventLoop } from "#server/kernel/async/promises.ts";
import type { Log } from "#server/log.ts";
import { ITEM_KINDS } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

import { type LedgerChanges, type LedgerPosition, LedgerRing } from "./ledger-ring.ts";

/** A reader further behind, such as a stalled one, receives only the kinds of events. */
const MAX_HELD = 1000;
const BATCH_SIZE = 250;
/** Interval for checking whether another process has written. */
const CHECK_INTERVAL_MS = 500;

interface Ledger {
  log: Log;
  /** Changes after every commit of another process. */
  readOthersChanges(): number;
  /** Changes after every change to users, whose names the events contain. */
  readPeopleMark(): string;
  /** Returns the latest events, oldest first. */
  readLatest(limit: number): Promise<LedgerEvent[]>;
  /** Returns the events after a sequence number, oldest first. */
  readAfter(seq: number, limit: number): Promise<LedgerEvent[]>;
}

/** Changes for a subscriber, with the position after them. */
export interface LedgerUpdate extends LedgerChanges {
  place: LedgerPosition;
}

/** Returns the start position, or null if the subscriber's position is from another database. */
type FindStart = (newest: LedgerPosition) => number | null | Promise<number | null>;

/** Reads the activity log once for all subscribers, and only while there are any. */
export class LedgerReader {
  readonly #ledger: Ledger;
  readonly #more = new EventEmitter().setMaxListeners(0);
  #ring: LedgerRing | null = null;
  #watchers = 0;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<LedgerRing> | null = null;
  /** True if there may be events that are not loaded yet. */
  #isBehind = false;
  #othersChanges = Number.NaN;
  #peopleMark = "";

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Must be called after each commit of this process that wrote to the activity log. */
  noteCommit(): void {
    if (this.#watchers > 0) this.#inBackground(this.#read());
  }

  /**
   * Streams events after a position as they are committed, until the signal aborts. The first update is the start
   * position.
   */
  async *subscribe(findStart: FindStart, signal: AbortSignal): AsyncGenerator<LedgerUpdate> {
    this.#open(signal);
    const ring = await this.#read();
    const start = await findStart(ring.newest);
    let place = ring.newest;
    yield { place, ...(start === null ? { events: [], kinds: ITEM_KINDS } : ring.after(start)) };
    while (!signal.aborted) {
      if (ring.newest.seq === place.seq) await once(this.#more, "more", { signal }).catch(() => {});
      else {
        const happened = ring.after(place.seq);
        place = ring.newest;
        yield { place, ...happened };
      }
    }
  }

  #open(signal: AbortSignal): void {
    this.#watchers += 1;
    this.#timer ??= setInterval(() => this.#inBackground(this.#check()), CHECK_INTERVAL_MS).unref();
    // Not when its generator ends, since an abandoned generator never does.
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
    if (this.#isBehind || this.#ledger.readOthersChanges() !== this.#othersChanges) await this.#read();
  }

  /** Loads all events committed by now. Concurrent calls share one run. */
  #read(): Promise<LedgerRing> {
    this.#isBehind = true;
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  async #readAll(): Promise<LedgerRing> {
    try {
      const peopleMark = this.#ledger.readPeopleMark();
      if (this.#ring === null) this.#ring = new LedgerRing(await this.#ledger.readLatest(MAX_HELD), MAX_HELD);
      else if (peopleMark !== this.#peopleMark) this.#ring.refresh(await this.#ledger.readLatest(MAX_HELD));
      this.#peopleMark = peopleMark;
      while (this.#isBehind) {
        this.#isBehind = false;
        this.#othersChanges = this.#ledger.readOthersChanges();
        await this.#readOn(this.#ring);
      }
      return this.#ring;
    } catch (error) {
      // The next check retries.
      this.#isBehind = true;
      throw error;
    } finally {
      this.#reading = null;
    }
  }

  async #readOn(ring: LedgerRing): Promise<void> {
    for (;;) {
      const events = await this.#ledger.readAfter(ring.newest.seq, BATCH_SIZE);
      ring.add(events);
      if (events.length > 0) this.#more.emit("more");
      if (events.length < BATCH_SIZE) return;
      await yieldToEventLoop();
    }
  }
}
