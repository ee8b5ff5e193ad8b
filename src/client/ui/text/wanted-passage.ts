import { useLocation } from "react-router-dom";

/** State of a link to a passage in an item's texts, which are highlighted once open. */
export const wantsPassage = (passage: string) => ({ passage });

/** Returns the passage that the followed link leads to; null for other links. */
export function useWantedPassage(): string | null {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("passage" in state)) return null;
  return typeof state.passage === "string" ? state.passage : null;
}
