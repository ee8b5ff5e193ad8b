import { Component, type ReactNode, type RefObject } from "react";

import { COVERED } from "./row-anchor.ts";

interface KeptPlaceProps {
  list: RefObject<HTMLElement | null>;
  /** Selector of the list's elements. */
  selector: string;
  /** Value that changes whenever the elements change. */
  rows: unknown;
  children: ReactNode;
}

interface Place {
  /** Visible elements, with their distances from the window's upper edge. */
  inSight: { element: HTMLElement; top: number }[];
  /** Focused element, with its index. */
  focused: { element: HTMLElement; index: number } | null;
}

/** Preserves the scroll position of visible list content, and the focus, while elements are added or removed above. */
// A class, because function components have no method that runs before a DOM update.
export class PreservedScroll extends Component<KeptPlaceProps> {
  override getSnapshotBeforeUpdate({ rows }: KeptPlaceProps): Place | null {
    if (rows === this.props.rows) return null;
    const elements = this.#elements();
    const index = elements.findIndex((element) => element.contains(document.activeElement));
    const focused = elements[index];
    return {
      inSight: window.scrollY === 0 ? [] : findInSight(elements),
      focused: focused ? { element: focused, index } : null,
    };
  }

  override componentDidUpdate(_: KeptPlaceProps, __: unknown, place: Place | null): void {
    if (place === null) return;
    const kept = place.inSight.find(({ element }) => element.isConnected);
    const shift = kept ? kept.element.getBoundingClientRect().top - kept.top : 0;
    if (shift !== 0) window.scrollBy({ top: shift, behavior: "instant" });
    if (place.focused === null || place.focused.element.isConnected) return;
    const next = this.#elements()
      .slice(0, place.focused.index + 1)
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
function findInSight(elements: readonly HTMLElement[]): Place["inSight"] {
  const placed = elements.map((element) => ({ element, ...edgesOf(element) }));
  if ((placed[0]?.top ?? 0) >= COVERED) return [];
  return placed.filter(({ bottom }) => bottom > COVERED);
}

function edgesOf(element: HTMLElement): { top: number; bottom: number } {
  const { top, bottom } = element.getBoundingClientRect();
  return { top, bottom };
}
