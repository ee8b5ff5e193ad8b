import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useRef, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";

import type { LiveChange, LiveMessage } from "#shared/kernel/ledger.ts";

import { countNewItems, NewPill } from "./new-pill.tsx";
import { notifyLiveChanges } from "./use-live-changes.ts";

const fetchedChange = (changes: Partial<LiveChange>): LiveChange => ({
  seq: 1,
  at: "2026-11-21T10:00:00.000Z",
  verb: "fetched",
  kind: "article",
  itemId: "run",
  title: "2 articles",
  actor: null,
  isOwn: false,
  detail: { count: 2 },
  ...changes,
});
const message = (...changes: LiveChange[]): LiveMessage => ({ changes, all: [] });
const notify = (told: LiveMessage) => act(() => notifyLiveChanges(told));

const handleShow = vi.fn<() => void>();
beforeEach(() => {
  handleShow.mockClear();
  vi.spyOn(performance, "now").mockReturnValue(60_000);
});

function News({ readAt = 1 }: { readAt?: number }) {
  const list = useRef<HTMLElement>(null);
  const [isReading, setReading] = useState(false);
  return (
    <>
      <NewPill kind="article" list={list} loadedAt={readAt} isLoading={isReading} onShow={handleShow} />
      <section ref={list} tabIndex={-1} aria-label="Articles" />
      <button type="button" onClick={() => setReading(!isReading)}>
        Refresh
      </button>
    </>
  );
}
const pill = () => screen.queryByRole("button", { name: /Show$/u });

test("counts other people's additions, and moves the focus to the list on press", async () => {
  render(<News />);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  notify(message(fetchedChange({})));
  notify(message(fetchedChange({ kind: "tool", detail: { articles: 1 } })));
  expect(screen.getByRole("status")).toHaveTextContent("3 new · Show");
  notify(message(fetchedChange({ detail: { count: 97 } })));
  expect(pill()).toHaveTextContent("99+ new · Show");
  await userEvent.click(screen.getByRole("button", { name: /Show$/u }));
  expect(handleShow).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("region", { name: "Articles" })).toHaveFocus();
  expect(pill()).toBeNull();
  notify(message(fetchedChange({ detail: { count: 1 } })));
  expect(pill()).toHaveTextContent("1 new · Show");
});

test("shows all new items in a list that is at its start", async () => {
  render(<News />);
  notify(message(fetchedChange({})));
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(pill()).toBeNull();
});

test("shows the pill without a number if the number is unknown", () => {
  render(<News />);
  notify({ changes: [], all: ["article"] });
  notify(message(fetchedChange({})));
  expect(pill()).toHaveTextContent("New · Show");
});

test("ignores the user's own fetches and fetches without results", () => {
  const others = [
    fetchedChange({ isOwn: true }),
    fetchedChange({ kind: "paper" }),
    fetchedChange({ kind: "tool", verb: "edited", detail: {} }),
    fetchedChange({ detail: {} }),
  ];
  expect(countNewItems(message(...others), "article")).toBe(0);
  expect(countNewItems(message(...others), "paper")).toBe(2);
});

test("counts only items newer than the loaded list", () => {
  vi.spyOn(performance, "now").mockReturnValue(3000);
  render(<News readAt={Date.parse("2026-11-21T10:00:01.000Z")} />);
  notify({ ...message(fetchedChange({})), all: ["article"] });
  expect(pill()).toBeNull();
  notify(message(fetchedChange({ at: "2026-11-21T10:00:02.000Z" })));
  expect(pill()).toHaveTextContent("2 new · Show");
});

test("counts items announced before the list was loaded, if the list lacks them", () => {
  vi.spyOn(performance, "now").mockReturnValue(300);
  const { rerender } = render(<News readAt={0} />);
  notify(message(fetchedChange({})));
  expect(pill()).toBeNull();
  notify(message(fetchedChange({ at: "2026-11-21T10:00:02.000Z", detail: { count: 5 } })));
  rerender(<News readAt={Date.parse("2026-11-21T10:00:01.000Z")} />);
  expect(pill()).toHaveTextContent("5 new · Show");
});
