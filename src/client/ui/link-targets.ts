import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/** Scrolls to a section and focuses it if the URL ends with its id, such as `#sources`. It may render late. */
export function useWantedSection(id: string | undefined): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const isWanted = useLocation().hash === `#${id}`;
  useEffect(() => {
    if (!isWanted) return undefined;
    // After the dialog has focused its first field.
    const frame = requestAnimationFrame(() => {
      section.current?.scrollIntoView();
      section.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted]);
  return section;
}

/** State of a link to a passage in an item's texts, which are highlighted once open. */
export const wantsPassage = (passage: string) => ({ passage });

/** Returns the passage that the followed link leads to; null for other links. */
export function useWantedPassage(): string | null {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("passage" in state)) return null;
  return typeof state.passage === "string" ? state.passage : null;
}
