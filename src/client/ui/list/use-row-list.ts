import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";

import { shortcutKeyOf } from "#client/ui/menu/key-events.ts";
import { useShortcut } from "#client/ui/menu/shortcuts.tsx";
import type { RowKeys } from "#client/ui/table/columns.ts";
import { MAX_PRINTED_ROWS, useIsPrinting } from "#client/ui/use-media-query.ts";

import { useAwaitedRow } from "./awaited-row.ts";
import { useRowAnchor, useScrollMargin } from "./scroll-anchor.tsx";

/** Space in pixels above a row that the keyboard scrolls into view: the top bar and sticky header. */
const TOP_PADDING = 116;
const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 };
const CONTROLS = "a, button, input, select, textarea, label";

/**
 * Last measured heights of rows in pixels, by expected height and id. They give a list the same height after Back, so
 * that the restored scroll position shows the same rows.
 */
const heights = new Map<string, number>();
const MAX_HEIGHTS = 10_000;

interface RowListOptions<Row> {
  rows: readonly Row[];
  rowHeight: number;
  rowKeys: RowKeys<Row> | undefined;
}

/**
 * Virtual rows that scroll with the window. Arrow keys or j and k move the active row. Scroll position and focus are
 * preserved when rows are added or removed.
 */
export function useRowList<Row extends { id: string }>({ rows, rowHeight, rowKeys }: RowListOptions<Row>) {
  const count = rows.length;
  const list = useRef<HTMLElement | null>(null);
  const shouldFocus = useRef(false);
  /** Element that had the focus when a key requested a row of a list that is still loading. */
  const focusedWhileLoading = useRef<Element | null>(null);
  const { active, choose } = useActiveRow(rows);
  const scrollMargin = useScrollMargin(list);

  const heightKey = (index: number) => `${rowHeight} ${rows[index]?.id}`;

  // oxlint-disable-next-line react/incompatible-library -- without React Compiler, nothing memoizes it
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => heights.get(heightKey(index)) ?? rowHeight,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    // Without layout, as in tests, the height is 0. Use the expected one.
    measureElement: (element) => {
      const height = element.getBoundingClientRect().height || rowHeight;
      if (heights.size >= MAX_HEIGHTS) heights.clear();
      heights.set(heightKey(Number(element.getAttribute("data-index"))), height);
      return height;
    },
    overscan: 8,
    // The initial size makes rows part of the first render.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin,
    scrollPaddingStart: TOP_PADDING,
    scrollPaddingEnd: 16,
    // The active row stays in the document to retain the focus while scrolling.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])]
        .filter((index) => index < count)
        .toSorted((a, b) => a - b),
  });

  useRowAnchor(rows, virtualizer, scrollMargin);

  function focusRow(index: number) {
    const opener = list.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row-open]`);
    opener?.focus({ preventScroll: true });
  }

  useLayoutEffect(() => {
    const isWaiting =
      count > 0 &&
      focusedWhileLoading.current !== null &&
      focusedWhileLoading.current === document.activeElement;
    if (count > 0) focusedWhileLoading.current = null;
    if (!shouldFocus.current && !isWaiting) return;
    shouldFocus.current = false;
    focusRow(active);
  });

  const focused = useRef<string | null>(null);
  useLayoutEffect(() => {
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    if (focused.current === null || !isFocusLost) return;
    // The focused row was removed, so focus its replacement.
    focused.current = null;
    focusRow(active);
  }, [rows, active]);

  function moveTo(index: number) {
    if (count === 0) {
      focusedWhileLoading.current = document.activeElement;
      return;
    }
    const next = Math.max(0, Math.min(index, count - 1));
    virtualizer.scrollToIndex(next, { align: "auto" });
    if (next === active) {
      focusRow(next);
      return;
    }
    shouldFocus.current = true;
    choose(next);
  }

  useAwaitedRow(rows, moveTo);

  const hasFocus = () => list.current?.contains(document.activeElement) ?? false;
  useShortcut("j", () => moveTo(hasFocus() ? active + 1 : active));
  useShortcut("k", () => moveTo(hasFocus() ? active - 1 : active));

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    if (event.target.dataset.rowOpen === undefined) return;
    const key = shortcutKeyOf(event);
    const step = STEPS[key];
    const row = rows[active];
    if (step !== undefined) moveTo(active + step);
    else if (key === "Home") moveTo(0);
    else if (key === "End") moveTo(count - 1);
    else if (row !== undefined && rowKeys && Object.hasOwn(rowKeys, key)) rowKeys[key]?.(row);
    else return;
    event.preventDefault();
  }

  const isPrinting = useIsPrinting();
  let end = scrollMargin;
  const visible = virtualizer.getVirtualItems().flatMap((item) => {
    const row = rows[item.index];
    const gap = Math.max(0, item.start - end);
    end = item.end;
    return row === undefined ? [] : [{ row, index: item.index, gap }];
  });
  const printedRows = () => rows.slice(0, MAX_PRINTED_ROWS).map((row, index) => ({ row, index, gap: 0 }));
  return {
    /** Rendered rows, each with the height of the omitted rows before it. */
    renderedRows: isPrinting ? printedRows() : visible,
    gapAfter: isPrinting ? 0 : Math.max(0, virtualizer.getTotalSize() + scrollMargin - end),
    active,
    listProps: {
      // Prevents Chromium from scrolling along with a spacer that rows replace, for example after Back.
      style: { overflowAnchor: "none" } as const,
      ref: (element: HTMLElement | null) => {
        list.current = element;
      },
      onKeyDown: handleKeyDown,
      onBlur: () => {
        focused.current = null;
      },
    },
    rowProps: (index: number) => ({
      ref: virtualizer.measureElement,
      "data-index": index,
      onClick: openRow,
      onFocus: () => {
        focused.current = rows[index]?.id ?? null;
        choose(index);
      },
    }),
  };
}

/**
 * Returns the active row, which key actions apply to. It remains the same when it moves. If it is deleted, the row in
 * its position becomes active.
 */
function useActiveRow(rows: readonly { id: string }[]) {
  const [chosen, setChosen] = useState<{ id: string | null; index: number }>({ id: null, index: 0 });
  const current = chosen.id === null ? -1 : rows.findIndex(({ id }) => id === chosen.id);
  if (current !== -1 && current !== chosen.index) setChosen({ ...chosen, index: current });
  return {
    active: current === -1 ? Math.max(0, Math.min(chosen.index, rows.length - 1)) : current,
    choose: (index: number) =>
      setChosen((last) => (last.id === rows[index]?.id ? last : { id: rows[index]?.id ?? null, index })),
  };
}

/** Opens a row by a click anywhere in it. */
function openRow(event: MouseEvent<HTMLElement>) {
  if (!(event.target instanceof Element) || event.target.closest(CONTROLS)) return;
  const opener = event.currentTarget.querySelector<HTMLElement>("[data-row-open]");
  // An opened dialog later restores the focus to this element.
  opener?.focus({ preventScroll: true });
  opener?.click();
}
