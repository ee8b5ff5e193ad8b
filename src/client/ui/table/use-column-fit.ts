import { useLayoutEffect, useRef, useState } from "react";

import { useIsPrinting } from "#client/ui/use-media-query.ts";

import { columnsAfter, stepsToFit } from "./column-fit.ts";
import type { DataTableColumn } from "./data-table-column.ts";

/** Width of a table's left and right borders, in pixels. */
const BORDERS = 2;

/** Width of A4 and Letter paper in rem, plus a quarter because texts wrap there. */
const PAPER_ROOM = 55;

/**
 * Width of the last table, as a first guess for the next one; for the first one, the width of the window. The page then
 * has its height at once, which allows restoring the scroll position, and rows are rarely rendered twice.
 */
let lastRoom: number | null = null;

/**
 * Returns an element's inner width in rem, so that larger text counts as less space. Unlimited without layout, as in
 * tests.
 */
function roomIn(element: HTMLElement): number {
  const width = element.getBoundingClientRect().width;
  if (width === 0) return Number.POSITIVE_INFINITY;
  return (width - BORDERS) / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

interface ColumnFit<Column> {
  /** Ref of the element whose width is measured. */
  frame: React.RefObject<HTMLDivElement | null>;
  /** Columns that fit; null if cards are better. */
  visible: Column[] | null;
}

/** Returns the columns that fit, based on the width before the first paint and after every change. */
export function useColumnFit<Column extends Pick<DataTableColumn<never>, "width" | "stepsBack">>(
  columns: readonly Column[],
  actionsWidth: number,
): ColumnFit<Column> {
  const frame = useRef<HTMLDivElement>(null);
  const [steps, setSteps] = useState(() =>
    stepsToFit(columns, (lastRoom ?? roomIn(document.documentElement)) - actionsWidth),
  );

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => {
      lastRoom = roomIn(element);
      setSteps(stepsToFit(columns, lastRoom - actionsWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [columns, actionsWidth]);

  const isPrinting = useIsPrinting();
  const shownSteps = isPrinting ? (stepsToFit(columns, PAPER_ROOM) ?? Number.POSITIVE_INFINITY) : steps;
  return { frame, visible: shownSteps === null ? null : columnsAfter(columns, shownSteps) };
}
