import type { VirtualItem } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";

import { COVERED, findAnchor, type RowEdges } from "./row-anchor.ts";

/** Number of frames until all visible rows are measured. */
const SETTLING = 8;

interface Virtual {
  scrollOffset: number | null;
  measurementsCache: readonly VirtualItem[];
  elementsCache: ReadonlyMap<VirtualItem["key"], Element>;
  getVirtualItems: () => readonly VirtualItem[];
}

/** Preserves the position of visible virtual rows while rows are added or removed above. */
export function useRowAnchor(
  rows: readonly { id: string }[],
  virtualizer: Virtual,
  scrollMargin: number,
): void {
  const last = useRef<{ rows: readonly { id: string }[]; placed: readonly RowEdges[] } | null>(null);
  const settling = useRef<AbortController | null>(null);
  // Scrolling by the user takes precedence.
  useEffect(() => {
    const stop = () => settling.current?.abort();
    const events = ["wheel", "touchstart", "keydown", "pointerdown"];
    for (const name of events) window.addEventListener(name, stop, { passive: true });
    return () => {
      for (const name of events) window.removeEventListener(name, stop);
      stop();
    };
  }, []);
  // Position before the rows moved, to which the browser may have scrolled already.
  const offset = virtualizer.scrollOffset ?? 0;

  useLayoutEffect(() => {
    const before = last.current;
    last.current = {
      rows,
      placed: virtualizer.getVirtualItems().flatMap(({ index, start, end }) => {
        const row = rows[index];
        return row ? { id: row.id, start: start - scrollMargin, end: end - scrollMargin } : [];
      }),
    };
    if (before === null || before.rows === rows || offset === 0) return;
    const anchor = findAnchor({
      placed: before.placed,
      line: offset + COVERED - scrollMargin,
      before: before.rows,
      now: rows,
      startNow: (index) => (virtualizer.measurementsCache[index]?.start ?? 0) - scrollMargin,
    });
    if (anchor === null || anchor.shift === 0) return;
    const top = anchor.start + scrollMargin - offset + biasOf(virtualizer);
    window.scrollTo({ top: offset + anchor.shift, behavior: "instant" });
    settling.current?.abort();
    settling.current = new AbortController();
    settle({
      element: () => virtualizer.elementsCache.get(anchor.id),
      top,
      signal: settling.current.signal,
    });
  });
}

/** Returns the difference between calculated and real row positions, due to borders and fractions of pixels. */
function biasOf(virtualizer: Virtual): number {
  const [first] = virtualizer.getVirtualItems();
  const element = first && virtualizer.elementsCache.get(first.key);
  return element ? element.getBoundingClientRect().top + window.scrollY - first.start : 0;
}

interface Settling {
  element: () => Element | undefined;
  /** Wanted distance from the window's upper edge. */
  top: number;
  signal: AbortSignal;
}

/** Holds an element in position while surrounding rows are measured. */
function settle({ element, top, signal }: Settling): void {
  let frames = 0;
  const hold = () => {
    const row = element();
    if (signal.aborted || !row) return;
    const distance = row.getBoundingClientRect().top - top;
    if (Math.abs(distance) >= 1) window.scrollBy({ top: distance, behavior: "instant" });
    frames += 1;
    if (frames < SETTLING) requestAnimationFrame(hold);
  };
  requestAnimationFrame(hold);
}
