import { render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { findAnchor, PreservedScroll } from "./scroll-anchor.tsx";

const ROW_HEIGHT = 10;
const rows = (ids: string) => Array.from(ids, (id) => ({ id }));

/** Rows that are ten pixels high. The visible area starts at `line`. */
const shift = (before: string, now: string, viewportTop: number) =>
  findAnchor({
    positions: rows(before).map(({ id }, index) => ({
      id,
      start: index * ROW_HEIGHT,
      end: (index + 1) * ROW_HEIGHT,
    })),
    viewportTop,
    before: rows(before),
    after: rows(now),
    newStart: (index) => index * ROW_HEIGHT,
  })?.shift ?? null;

test.for([
  ["adds a row above", "ABCDE", "NABCDE", 25, 10],
  ["removes a row above", "ABCDE", "BCDE", 25, -10],
  ["removes one row and adds two above", "ABCDE", "MBNLCDE", 25, 20],
  ["adds a row below", "ABCDE", "ABCDEN", 25, 0],
  ["removes the first visible row, so the next one is the anchor", "ABCDE", "NABDE", 25, 0],
  ["removes all visible rows", "ABCDE", "A", 25, null],
  ["shows the start of the list", "ABCDE", "NABCDE", 0, null],
  ["shows half of the first row", "ABCDE", "NABCDE", 5, 10],
  ["changes the order", "ABCDE", "EDCBA", 25, null],
  ["had no rows", "", "ABC", 0, null],
] as const)("finds the shift of a list that %s", ([, before, now, line, expected]) => {
  expect(shift(before, now, line)).toBe(expected);
});

const HEIGHT = 100;

function Cards({ names }: { names: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <PreservedScroll list={list} selector="li" version={names}>
      <ul ref={list}>
        {names.map((name) => (
          <li key={name}>
            <button type="button">{name}</button>
          </li>
        ))}
      </ul>
    </PreservedScroll>
  );
}

/** Lays out the cards in a column. The window is scrolled down by `distance` pixels. */
function scrollTo(distance: number) {
  vi.spyOn(window, "scrollY", "get").mockReturnValue(distance);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function place(
    this: HTMLElement,
  ) {
    const index = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(0, index * HEIGHT - distance, HEIGHT, HEIGHT);
  });
}

const scrollBy = vi.fn<typeof window.scrollBy>();
beforeEach(() => {
  scrollBy.mockClear();
  vi.spyOn(window, "scrollBy").mockImplementation(scrollBy);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("preserves the position of visible cards when cards above change", () => {
  scrollTo(250);
  const { rerender } = render(<Cards names={["a", "b", "c", "d", "e"]} />);
  rerender(<Cards names={["new", "newer", "a", "b", "c", "d", "e"]} />);
  expect(scrollBy).toHaveBeenLastCalledWith({ top: 200, behavior: "instant" });
  rerender(<Cards names={["newer", "a", "b", "c", "d", "e"]} />);
  expect(scrollBy).toHaveBeenLastCalledWith({ top: -100, behavior: "instant" });
});

test("shows a new first card if the list is at its start", () => {
  scrollTo(0);
  const { rerender } = render(<Cards names={["a", "b"]} />);
  scrollBy.mockClear();
  rerender(<Cards names={["new", "a", "b"]} />);
  expect(scrollBy).not.toHaveBeenCalled();
});

test("moves the focus from a deleted card to its successor", () => {
  const { rerender } = render(<Cards names={["a", "b", "c"]} />);
  screen.getByRole("button", { name: "b" }).focus();
  rerender(<Cards names={["new", "a", "b", "c"]} />);
  expect(screen.getByRole("button", { name: "b" })).toHaveFocus();
  rerender(<Cards names={["a", "c"]} />);
  expect(screen.getByRole("button", { name: "c" })).toHaveFocus();
});
