import { ITEM_KINDS, type ItemKind } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

/** Position of a reader in the activity log: after this event. The time distinguishes it from other databases. */
export interface LedgerPosition {
  seq: number;
  at: string;
}

/** Events after a position. If not all are cached, only their kinds. */
export interface LedgerChanges {
  events: readonly LedgerEvent[];
  kinds: readonly ItemKind[];
}

/** Latest events of the activity log, cached once for all subscribers. */
export class LedgerRing {
  readonly #size: number;
  readonly #events: LedgerEvent[];
  /** A reader before this position may have missed events of any kind. */
  readonly #knownFrom: number;
  readonly #lastOfKind = new Map<ItemKind, number>();
  #newest: LedgerPosition = { seq: 0, at: "" };

  /** Starts with the latest events. If they don't fill it, they are the whole log. */
  constructor(latest: readonly LedgerEvent[], size: number) {
    this.#size = size;
    this.#events = [];
    this.#knownFrom = latest.length < size ? 0 : (latest[0]?.seq ?? 1) - 1;
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
