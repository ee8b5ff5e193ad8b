import { render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { PreservedScroll } from "./preserved-scroll.tsx";

const HEIGHT = 100;

function Cards({ names }: { names: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <PreservedScroll list={list} selector="li" rows={names}>
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

/** Lays the cards out in a column, with the window scrolled down by `distance` pixels. */
function scrollTo(distance: number) {
  vi.spyOn(window, "scrollY", "get").mockReturnValue(distance);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function place(
    this: HTMLElement,
  ) {
    const index = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(0, index * HEIGHT - distance, HEIGHT, HEIGHT);
  });
}

const scrollBy = vi.spyOn(window, "scrollBy").mockImplementation(() => {});
afterEach(() => {
  vi.restoreAllMocks();
});

test("preserves the visible cards when cards above change", () => {
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
