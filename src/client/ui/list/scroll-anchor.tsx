/** Preserves scroll positions of lists in the window while other people add or remove items above. */
import type { VirtualItem } from "@tanstack/react-virtual";
import {
  Component,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

/** Height covered by the top bar and a table's header, in pixels. */
export const COVERED = 92;

/** Row with its edges, in pixels on a common scale. */
interface RowEdges {
  id: string;
  start: number;
  end: number;
}

interface AnchorInput {
  /** Previous positions of rows from top to bottom: at least all visible ones. */
  positions: readonly RowEdges[];
  /** Upper edge of the visible area. */
  viewportTop: number;
  before: readonly { id: string }[];
  after: readonly { id: string }[];
  /** Returns the current start of a row. */
  newStart: (index: number) => number;
}

interface Anchor {
  id: string;
  /** Previous start of the row. */
  start: number;
  /** Distance that the row has moved. */
  shift: number;
}

/**
 * Returns the first visible row that still exists, with the distance that it moved. Null if the list's start is
 * visible, so that a new first row can appear, or if the user has changed the order.
 */
export function findAnchor({ positions, viewportTop, before, after, newStart }: AnchorInput): Anchor | null {
  const visible = positions.filter(({ end }) => end > viewportTop);
  const [first] = visible;
  if (first === undefined || (first.id === before[0]?.id && first.start >= viewportTop)) return null;
  const indexes = new Map(after.map(({ id }, index) => [id, index]));
  const remaining = before.flatMap(({ id }) => indexes.get(id) ?? []);
  if (remaining.some((index, position) => index < (remaining[position - 1] ?? 0))) return null;
  for (const { id, start } of visible) {
    const index = indexes.get(id);
    if (index !== undefined) return { id, start, shift: newStart(index) - start };
  }
  return null;
}

/** Number of frames until all visible rows are measured. */
const SETTLING_FRAMES = 8;

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
  const previous = useRef<{ rows: readonly { id: string }[]; positions: readonly RowEdges[] } | null>(null);
  const settlement = useRef<AbortController | null>(null);
  // Scrolling by the user takes precedence.
  useEffect(() => {
    const stop = () => settlement.current?.abort();
    const events = ["wheel", "touchstart", "keydown", "pointerdown"];
    for (const name of events) window.addEventListener(name, stop, { passive: true });
    return () => {
      for (const name of events) window.removeEventListener(name, stop);
      stop();
    };
  }, []);
  // Scroll position before the rows moved. The browser may already have scrolled to it.
  const offset = virtualizer.scrollOffset ?? 0;

  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = {
      rows,
      positions: virtualizer.getVirtualItems().flatMap(({ index, start, end }) => {
        const row = rows[index];
        return row ? { id: row.id, start: start - scrollMargin, end: end - scrollMargin } : [];
      }),
    };
    if (before === null || before.rows === rows || offset === 0) return;
    const anchor = findAnchor({
      positions: before.positions,
      viewportTop: offset + COVERED - scrollMargin,
      before: before.rows,
      after: rows,
      newStart: (index) => (virtualizer.measurementsCache[index]?.start ?? 0) - scrollMargin,
    });
    if (anchor === null || anchor.shift === 0) return;
    const top = anchor.start + scrollMargin - offset + positionOffset(virtualizer);
    window.scrollTo({ top: offset + anchor.shift, behavior: "instant" });
    settlement.current?.abort();
    settlement.current = new AbortController();
    settle({
      element: () => virtualizer.elementsCache.get(anchor.id),
      top,
      signal: settlement.current.signal,
    });
  });
}

/** Returns the difference between calculated and real row positions, due to borders and fractions of pixels. */
function positionOffset(virtualizer: Virtual): number {
  const [first] = virtualizer.getVirtualItems();
  const element = first && virtualizer.elementsCache.get(first.key);
  return element ? element.getBoundingClientRect().top + window.scrollY - first.start : 0;
}

interface Settlement {
  element: () => Element | undefined;
  /** Required distance from the window's upper edge. */
  top: number;
  signal: AbortSignal;
}

/** Holds an element in position while surrounding rows are measured. */
function settle({ element, top, signal }: Settlement): void {
  let frames = 0;
  const correct = () => {
    const row = element();
    if (signal.aborted || !row) return;
    const distance = row.getBoundingClientRect().top - top;
    if (Math.abs(distance) >= 1) window.scrollBy({ top: distance, behavior: "instant" });
    frames += 1;
    if (frames < SETTLING_FRAMES) requestAnimationFrame(correct);
  };
  requestAnimationFrame(correct);
}

/** Returns an element's distance from the top of the page or of a scroller, updated when content above changes. */
export function useScrollMargin(
  element: RefObject<HTMLElement | null>,
  scroller: HTMLElement | null = null,
): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      const origin = scroller ? scroller.getBoundingClientRect().top - scroller.scrollTop : -window.scrollY;
      setMargin(Math.round(top - origin));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    for (const child of scroller?.children ?? []) observer.observe(child);
    return () => observer.disconnect();
  }, [element, scroller]);
  return margin;
}

interface PreservedScrollProps {
  list: RefObject<HTMLElement | null>;
  /** Selector of the list's elements. */
  selector: string;
  /** Value that changes whenever the list's elements change. */
  version: unknown;
  children: ReactNode;
}

interface Snapshot {
  /** Visible elements, with their distances from the window's upper edge. */
  visible: { element: HTMLElement; top: number }[];
  focused: { element: HTMLElement; index: number } | null;
}

/** Preserves the scroll position of visible list content, and the focus, while elements are added or removed above. */
// A class, because function components have no method that runs before a DOM update.
export class PreservedScroll extends Component<PreservedScrollProps> {
  override getSnapshotBeforeUpdate({ version }: PreservedScrollProps): Snapshot | null {
    if (version === this.props.version) return null;
    const elements = this.#elements();
    const index = elements.findIndex((element) => element.contains(document.activeElement));
    const focused = elements[index];
    return {
      visible: window.scrollY === 0 ? [] : findVisible(elements),
      focused: focused ? { element: focused, index } : null,
    };
  }

  override componentDidUpdate(_: PreservedScrollProps, __: unknown, before: Snapshot | null): void {
    if (before === null) return;
    const anchor = before.visible.find(({ element }) => element.isConnected);
    const shift = anchor ? anchor.element.getBoundingClientRect().top - anchor.top : 0;
    if (shift !== 0) window.scrollBy({ top: shift, behavior: "instant" });
    if (before.focused === null || before.focused.element.isConnected) return;
    const next = this.#elements()
      .slice(0, before.focused.index + 1)
      .at(-1);
    const target = next?.matches("button") ? next : next?.querySelector<HTMLElement>("button");
    target?.focus({ preventScroll: true });
  }

  #elements(): HTMLElement[] {
    const { list, selector } = this.props;
    return [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/** Returns the visible elements. Empty if the list's start is visible, so that new first elements can appear. */
function findVisible(elements: readonly HTMLElement[]): Snapshot["visible"] {
  const edges = elements.map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { element, top, bottom };
  });
  if ((edges[0]?.top ?? 0) >= COVERED) return [];
  return edges.filter(({ bottom }) => bottom > COVERED);
}
