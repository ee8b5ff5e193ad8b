import { ITEM_KINDS, type ItemKind } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

/** Where a reader of the ledger stands: after this event. Its time tells it from the one of another database. */
export interface LedgerPosition {
  seq: number;
  at: string;
}

/** What happened after a place: each event, or of which kinds where not all of them are held any more. */
export interface LedgerChanges {
  events: readonly LedgerEvent[];
  kinds: readonly ItemKind[];
}

/** The latest events of the ledger, held once for all who watch it. */
export class LedgerRing {
  readonly #size: number;
  readonly #events: LedgerEvent[];
  /** Whoever stands before it may have missed events of any kind. */
  readonly #knownFrom: number;
  readonly #lastOfKind = new Map<ItemKind, number>();
  #newest: LedgerPosition = { seq: 0, at: "" };

  /** Begins with the latest events; with fewer than it can hold, it begins with the ledger. */
  constructor(latest: readonly LedgerEvent[], size: number) {
    this.#size = size;
    this.#events = [];
    this.#knownFrom = latest.length < size ? 0 : (latest[0]?.seq ?? 1) - 1;
    this.add(latest);
  }

  get newest(): LedgerPosition {
    return this.#newest;
  }

  /** Adds what has happened since, in the order of writing. */
  add(events: readonly LedgerEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#lastOfKind.set(event.kind, event.seq);
      this.#newest = { seq: event.seq, at: event.at };
    }
    this.#events.splice(0, this.#events.length - this.#size);
  }

  /** Replaces the events it holds by the same ones as they are read now, such as after somebody's name changed. */
  refresh(events: readonly LedgerEvent[]): void {
    const present = new Map(events.map((event) => [event.seq, event]));
    for (const [index, event] of this.#events.entries())
      this.#events[index] = present.get(event.seq) ?? event;
  }

  after(seq: number): LedgerChanges {
    if (seq < this.#knownFrom) return { events: [], kinds: ITEM_KINDS };
    const first = this.#events[0]?.seq ?? 0;
    const isWhole = this.#events.length < this.#size || seq >= first - 1;
    if (!isWhole) {
      return { events: [], kinds: ITEM_KINDS.filter((kind) => (this.#lastOfKind.get(kind) ?? 0) > seq) };
    }
    return {
      events: this.#events.slice(this.#events.findLastIndex((event) => event.seq <= seq) + 1),
      kinds: [],
    };
  }
}
