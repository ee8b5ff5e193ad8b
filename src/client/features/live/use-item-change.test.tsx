import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";

import type { LiveChange } from "#shared/kernel/ledger.ts";

import { useItemChange } from "./open-item.tsx";
import { notifyLiveChanges } from "./use-live-changes.ts";

const change = (changes: Partial<LiveChange>): LiveChange => ({
  seq: 1,
  at: "2026-11-21T10:00:00.000Z",
  verb: "edited",
  kind: "reading",
  itemId: "emma",
  title: "Emma",
  actor: null,
  isOwn: false,
  detail: {},
  ...changes,
});

const open = (id: string) =>
  renderHook((props) => useItemChange(props), { initialProps: { kind: "reading", id } as const });

const notify = (...changes: LiveChange[]) => act(() => notifyLiveChanges({ changes, all: [] }));

test("remembers the last change by another person until dismissed", () => {
  const { result } = open("emma");
  notify(change({ seq: 1 }), change({ seq: 2 }), change({ seq: 3, itemId: "persuasion" }));
  expect(result.current.change?.seq).toBe(2);
  act(() => result.current.dismiss());
  expect(result.current.change).toBeNull();
  notify(change({ seq: 4, verb: "deleted" }));
  expect(result.current.change?.seq).toBe(4);
});

test("ignores own changes, comments, verdicts, votes, links and other kinds", () => {
  const { result } = open("emma");
  notify(
    change({ isOwn: true }),
    change({ verb: "commented", detail: { comment: "c1", change: "added" } }),
    change({ verb: "restored", detail: { comment: "c1", deletion: "d1" } }),
    change({ verb: "decided" }),
    change({ verb: "voted" }),
    change({ verb: "linked" }),
    change({ kind: "tool" }),
  );
  expect(result.current.change).toBeNull();
});

test("forgets the change when another item is shown", () => {
  const { result, rerender } = open("emma");
  notify(change({}));
  rerender({ kind: "reading", id: "persuasion" });
  expect(result.current.change).toBeNull();
});
