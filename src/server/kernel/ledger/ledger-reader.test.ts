import { expect, test } from "vitest";

import { ITEM_KINDS, type ItemKind } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

import { LedgerRing } from "./ledger-reader.ts";

const event = (seq: number, kind: ItemKind = "tool"): LedgerEvent => ({
  seq,
  at: `2026-11-21T10:00:00.${String(seq).padStart(3, "0")}Z`,
  actor: null,
  verb: "edited",
  kind,
  itemId: `${kind}-1`,
  title: "Title",
  detail: {},
});

const events = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => event(from + index));

const seqsAfter = (ring: LedgerRing, seq: number) => ring.after(seq).events.map((each) => each.seq);

test("starts at the beginning when empty", () => {
  const ring = new LedgerRing([], 3);
  expect(ring.newest).toEqual({ seq: 0, at: "" });
  expect(ring.after(0)).toEqual({ events: [], kinds: [] });
  ring.add(events(1, 2));
  expect(seqsAfter(ring, 0)).toEqual([1, 2]);
});

test("returns the events after a position in order, each once", () => {
  const ring = new LedgerRing(events(1, 2), 3);
  ring.add([event(3)]);
  expect(ring.newest).toEqual({ seq: 3, at: event(3).at });
  expect(seqsAfter(ring, 0)).toEqual([1, 2, 3]);
  expect(seqsAfter(ring, 2)).toEqual([3]);
  expect(seqsAfter(ring, 3)).toEqual([]);
});

test("stores a limited number, and reports only the kinds of missed events", () => {
  const ring = new LedgerRing(events(1, 2), 3);
  ring.add([event(3, "paper"), event(4), event(5, "reading")]);
  expect(seqsAfter(ring, 2)).toEqual([3, 4, 5]);
  expect(ring.after(1)).toEqual({ events: [], kinds: ["tool", "paper", "reading"] });
  ring.add([event(6, "reading"), event(7, "reading")]);
  expect(ring.after(3)).toEqual({ events: [], kinds: ["tool", "reading"] });
});

test("reports possible loss before its oldest event", () => {
  const ring = new LedgerRing(events(8, 10), 3);
  expect(seqsAfter(ring, 7)).toEqual([8, 9, 10]);
  expect(ring.after(6)).toEqual({ events: [], kinds: ITEM_KINDS });
  ring.add([event(11, "paper")]);
  expect(ring.after(7)).toEqual({ events: [], kinds: ["tool", "paper"] });
});
