import { useVirtualizer } from "@tanstack/react-virtual";
import { type Key, type ReactNode, useCallback, useRef } from "react";

import { classNames } from "#client/ui/class-names.ts";

interface ScrollingRowsProps<Row> {
  /** Accessible name of the box. */
  label: string;
  /** Accessible name of the list in it. */
  listLabel?: string;
  rows: readonly Row[];
  /** Usual height in pixels. */
  rowHeight: number;
  /**
   * Returns the key of a row, by default its index. Must be a stable function; otherwise each render measures all rows.
   */
  keyOf?: (row: Row) => Key;
  /** Class of the box, with its maximum height. */
  className: string;
  rowClassName?: string;
  children: (row: Row) => ReactNode;
}

/** Box of rows with its own scrollbar. Only visible rows are rendered. */
export function ScrollingRows<Row>(props: ScrollingRowsProps<Row>) {
  const { label, listLabel, rows, rowHeight, keyOf, className, rowClassName, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row !== undefined && keyOf ? keyOf(row) : index;
    },
    [rows, keyOf],
  );
  // oxlint-disable-next-line react/incompatible-library -- without React Compiler, nothing memoizes it
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    ...(keyOf && { getItemKey }),
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    <section
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      aria-label={label}
      className={classNames("overflow-y-auto overscroll-contain rounded-control border", className)}
    >
      <ul aria-label={listLabel} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={classNames("absolute inset-x-0 top-0 border-b border-line", rowClassName)}
              style={{ transform: `translateY(${start}px)` }}
            >
              {children(row)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
