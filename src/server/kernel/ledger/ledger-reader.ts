import { EventEmitter, once } from "node:events";

import { inBackground } from "#server/kernel/async/in-background.ts";
import { yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";
import type { Log } from "#server/log.ts";
import { ITEM_KINDS } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

import { type LedgerChanges, type LedgerPosition, LedgerRing } from "./ledger-ring.ts";

/** Who is further behind than that, such as a reader that stalls, is told the kinds of what happened alone. */
const MAX_HELD = 1000;
const PORTION = 250;
/** So often is looked whether another process has written something. */
const LOOK_EVERY_MS = 500;

interface Ledger {
  log: Log;
  /** Differs after every commit of another process. */
  readOthersChanges(): number;
  /** Differs after every change of people, whose names the events have. */
  readPeopleMark(): string;
  /** The latest events, oldest first. */
  readLatest(limit: number): Promise<LedgerEvent[]>;
  /** The events after one, oldest first. */
  readAfter(seq: number, limit: number): Promise<LedgerEvent[]>;
}

/** What is told to somebody who watches, and where they stand afterwards. */
export interface LedgerUpdate extends LedgerChanges {
  place: LedgerPosition;
}

/** Where to begin; null where they stood in another ledger than this one. */
type FindStart = (newest: LedgerPosition) => number | null | Promise<number | null>;

/** Reads what is written to the ledger, once for all who watch it and only while somebody does. */
export class LedgerReader {
  readonly #ledger: Ledger;
  readonly #more = new EventEmitter().setMaxListeners(0);
  #ring: LedgerRing | null = null;
  #watchers = 0;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<LedgerRing> | null = null;
  /** Something may have been written that is not held yet. */
  #isBehind = false;
  #othersChanges = Number.NaN;
  #peopleMark = "";

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** To be told after each commit of this process that wrote to the ledger. */
  noteCommit(): void {
    if (this.#watchers > 0) this.#inBackground(this.#read());
  }

  /** What happens from a place on, as soon as it is committed, until the signal is aborted; at first where that is. */
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
    this.#timer ??= setInterval(() => this.#inBackground(this.#look()), LOOK_EVERY_MS).unref();
    // Not when its generator ends: one that nobody reads any more never does.
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

  /** Reads on where another process has written something, or the last reading failed. */
  async #look(): Promise<void> {
    if (this.#isBehind || this.#ledger.readOthersChanges() !== this.#othersChanges) await this.#read();
  }

  /** Has everything held that is committed by now; what is asked for during a reading is read in the same. */
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
      // The next look tries again.
      this.#isBehind = true;
      throw error;
    } finally {
      this.#reading = null;
    }
  }

  async #readOn(ring: LedgerRing): Promise<void> {
    for (;;) {
      const events = await this.#ledger.readAfter(ring.newest.seq, PORTION);
      ring.add(events);
      if (events.length > 0) this.#more.emit("more");
      if (events.length < PORTION) return;
      await yieldToEventLoop();
    }
  }
}
