import type { VirtualItem } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";

import { COVERED, type RowEdges, shiftOfRows } from "./row-anchor.ts";

interface Virtual {
  scrollOffset: number | null;
  measurementsCache: readonly VirtualItem[];
  getVirtualItems: () => readonly VirtualItem[];
}

/** Keeps the virtual rows in sight where they are while others come and go above them. */
export function useRowAnchor(
  rows: readonly { id: string }[],
  virtualizer: Virtual,
  scrollMargin: number,
): void {
  const last = useRef<{ rows: readonly { id: string }[]; placed: readonly RowEdges[] } | null>(null);
  // As it was before the rows took their new places, to which the browser may have scrolled already.
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
    const shift = shiftOfRows({
      placed: before.placed,
      line: offset + COVERED - scrollMargin,
      before: before.rows,
      now: rows,
      startNow: (index) => (virtualizer.measurementsCache[index]?.start ?? 0) - scrollMargin,
    });
    if (shift !== 0) window.scrollTo({ top: offset + shift, behavior: "instant" });
  });
}
