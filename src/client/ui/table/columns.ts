import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";

import { useIsPrinting } from "#client/ui/use-media-query.ts";
import type { Sort } from "#shared/kernel/sorting.ts";

interface ColumnBase<Row> {
  header: string;
  /** Content of a cell. Null, false or an empty text if the row has no value; cards omit these. */
  render: (row: Row) => ReactNode;
  /** Minimum readable width including padding, in rem. */
  width: number;
  /** Share of the remaining width; none by default. */
  grow?: number;
  /** Order in which columns are removed until the others fit; 1 is removed first. Other columns always stay. */
  removalOrder?: number;
  /** True to show the column before the others on cards. */
  isFirstOnCard?: boolean;
  /** True to omit the column from cards. */
  isHiddenOnCard?: boolean;
  /** Placeholder while the rows load, instead of a line of text. */
  skeleton?: ReactNode;
}

/**
 * Column of a table. The first column names the row. Its cell is a button that opens the row, so it must not contain
 * other controls.
 */
export type DataTableColumn<Row, SortKey extends string = string> = ColumnBase<Row> &
  ({ key: SortKey; isSortable: true } | { key: string; isSortable?: false });

/** Width of the buttons' column in rem, with two small buttons. */
export const ACTIONS_WIDTH = 6.5;

export type RowKeys<Row> = Readonly<Record<string, (row: Row) => void>>;

export interface DataTableProps<Row extends { id: string }, SortKey extends string = string> {
  /** Accessible name of the table. */
  label: string;
  rows: readonly Row[];
  columns: readonly DataTableColumn<Row, SortKey>[];
  onOpen: (row: Row) => void;
  /** Ids of highlighted rows. */
  highlightedIds?: ReadonlySet<string>;
  /** Single-key actions for the focused row, such as "e" to edit it. */
  rowKeys?: RowKeys<Row>;
  /** Buttons at the end of a row. */
  rowActions?: (row: Row) => ReactNode;
  /** Width of the buttons' column in rem; by default for two buttons. */
  actionsWidth?: number;
  sort?: Sort<SortKey> | null;
  /** Description of the default order, such as "Last updated first". */
  defaultOrder?: string;
  onSort?: (sort: Sort<SortKey>) => void;
}

type ColumnSpace = Pick<DataTableColumn<never>, "width" | "removalOrder">;

const getWidth = (columns: readonly ColumnSpace[]) => columns.reduce((sum, { width }) => sum + width, 0);

/** Returns the columns that remain after a number of removal steps. */
export function remainingColumns<Column extends ColumnSpace>(
  columns: readonly Column[],
  steps: number,
): Column[] {
  return columns.filter(({ removalOrder }) => removalOrder === undefined || removalOrder > steps);
}

/**
 * Returns the number of removal steps after which the remaining columns fit; all sizes in rem. Null if even the
 * permanent columns don't fit.
 */
export function countRemovalSteps(columns: readonly ColumnSpace[], availableWidth: number): number | null {
  const maxSteps = columns.reduce((most, { removalOrder = 0 }) => Math.max(most, removalOrder), 0);
  for (let steps = 0; steps <= maxSteps; steps += 1) {
    if (getWidth(remainingColumns(columns, steps)) <= availableWidth) return steps;
  }
  return null;
}

/**
 * Returns the CSS width of each column, in a table whose frame is a size container. Growing columns share the remaining
 * width. The first of these has no explicit width, so that it absorbs rounding.
 */
export function columnWidths(
  columns: readonly (ColumnSpace & { grow?: number })[],
  actionsWidth: number,
): (string | undefined)[] {
  const growing = columns.filter(({ grow }) => grow !== undefined);
  const shares = growing.reduce((sum, { grow = 0 }) => sum + grow, 0);
  const needed = getWidth(columns) + actionsWidth;
  return columns.map((column) => {
    if (column.grow === undefined) return `${column.width}rem`;
    if (column === growing[0]) return undefined;
    return `calc(${column.width}rem + (100cqw - ${needed}rem) * ${column.grow} / ${shares})`;
  });
}

/** Width of a table's left and right borders, in pixels. */
const BORDERS_WIDTH = 2;

/** Width of A4 and Letter paper in rem, plus a quarter because printed cells wrap. */
const PAPER_WIDTH = 55;

/**
 * Inner width of the last measured table in rem, the first guess for the next table. The initial guess is the window's
 * width. A good guess gives the page its final height at once, for restoring the scroll position, and avoids a second
 * render.
 */
let lastWidth: number | null = null;

/**
 * Returns an element's inner width in rem, so that larger text leaves less space. Infinite without layout, as in tests.
 */
function innerWidthInRem(element: HTMLElement): number {
  const width = element.getBoundingClientRect().width;
  if (width === 0) return Number.POSITIVE_INFINITY;
  return (width - BORDERS_WIDTH) / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

interface ColumnFit<Column> {
  /** Ref of the element whose width is measured. */
  frame: React.RefObject<HTMLDivElement | null>;
  /** Columns that fit; null if cards are better. */
  visible: Column[] | null;
}

/** Returns the columns that fit. The width is measured before the first paint and after every change. */
export function useColumnFit<Column extends Pick<DataTableColumn<never>, "width" | "removalOrder">>(
  columns: readonly Column[],
  actionsWidth: number,
): ColumnFit<Column> {
  const frame = useRef<HTMLDivElement>(null);
  const [steps, setSteps] = useState(() =>
    countRemovalSteps(columns, (lastWidth ?? innerWidthInRem(document.documentElement)) - actionsWidth),
  );

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => {
      lastWidth = innerWidthInRem(element);
      setSteps(countRemovalSteps(columns, lastWidth - actionsWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [columns, actionsWidth]);

  const isPrinting = useIsPrinting();
  const shownSteps = isPrinting
    ? (countRemovalSteps(columns, PAPER_WIDTH) ?? Number.POSITIVE_INFINITY)
    : steps;
  return { frame, visible: shownSteps === null ? null : remainingColumns(columns, shownSteps) };
}

/** Returns the current width of an element in whole pixels; `initialWidth` until the first measurement. */
export function useElementWidth(element: RefObject<HTMLElement | null>, initialWidth: number): number {
  const [width, setWidth] = useState(initialWidth);
  useLayoutEffect(() => {
    const current = element.current;
    if (!current) return undefined;
    const measure = () => setWidth(Math.round(current.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
