import { useLayoutEffect, useRef, useState } from "react";

import { useIsPrinting } from "#client/ui/use-is-printing.ts";

import { columnsAfter, stepsToFit } from "./column-fit.ts";
import type { DataTableColumn } from "./data-table-column.ts";

/** Left and right of a table, in pixels. */
const BORDERS = 2;

/** The width of A4 and Letter paper in rem, and a quarter more because texts wrap there. */
const PAPER_ROOM = 55;

/**
 * The room that the last table had: a good first guess for the next one, so that a page has its height at once when
 * somebody comes back to a place further down.
 */
let lastRoom = Number.POSITIVE_INFINITY;

/** The room inside an element in rem, so that larger text counts as less room. Without layout, as in tests: plenty. */
function roomIn(element: HTMLElement): number {
  const width = element.getBoundingClientRect().width;
  if (width === 0) return Number.POSITIVE_INFINITY;
  return (width - BORDERS) / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

interface ColumnFit<Column> {
  /** Goes to the element whose width decides. */
  frame: React.RefObject<HTMLDivElement | null>;
  /** The columns that have room, or null where rows are better shown as cards. */
  visible: Column[] | null;
}

/** Which columns have room, decided by the room that is there before the first paint and whenever it changes. */
export function useColumnFit<Column extends Pick<DataTableColumn<never>, "width" | "stepsBack">>(
  columns: readonly Column[],
  actionsWidth: number,
): ColumnFit<Column> {
  const frame = useRef<HTMLDivElement>(null);
  const [steps, setSteps] = useState(() => stepsToFit(columns, lastRoom - actionsWidth));

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
