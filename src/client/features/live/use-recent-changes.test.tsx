import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useDeletedItems } from "#client/features/readings/page/readings-page.tsx";
import type { LiveChange } from "#shared/kernel/ledger.ts";

import { notifyLiveChanges } from "./use-live-changes.ts";
import { useRecentChanges } from "./use-recent-changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const notify = (...changes: Partial<LiveChange>[]) =>
  act(() =>
    notifyLiveChanges({
      changes: changes.map((change, index) => ({
        seq: index,
        at: "2026-11-21T10:00:00.000Z",
        verb: "edited",
        kind: "tool",
        itemId: "cursor",
        title: "Cursor",
        actor: null,
        isOwn: false,
        detail: {},
        ...change,
      })),
      all: [],
    }),
  );

test("highlights other people's additions and changes briefly", () => {
  const { result } = renderHook(() => useRecentChanges("tool"));
  notify({}, { itemId: "whisper", verb: "added" });
  expect([...result.current]).toEqual(["cursor", "whisper"]);
  act(() => {
    vi.advanceTimersByTime(5000);
  });
  expect(result.current.size).toBe(0);
});

test("does not highlight own changes, comments, fetches and deletions", () => {
  const { result } = renderHook(() => useRecentChanges("reading"));
  notify(
    { kind: "reading", isOwn: true },
    { kind: "reading", verb: "commented", detail: { comment: "c1", change: "added" } },
    { kind: "reading", verb: "restored", detail: { comment: "c1", change: "restored" } },
    { kind: "reading", verb: "deleted" },
    { kind: "tool" },
  );
  expect(result.current.size).toBe(0);
});

test("remembers other people's deletions while the page is open", () => {
  const { result } = renderHook(() => useDeletedItems("tool"));
  notify({ verb: "deleted" }, { verb: "deleted", itemId: "mine", isOwn: true }, { itemId: "whisper" });
  expect([...result.current]).toEqual(["cursor"]);
});
