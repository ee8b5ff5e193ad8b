import { useCallback, useSyncExternalStore } from "react";

/** True while a media query matches. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** True while the window is narrower than 768 px. */
export const useIsMobile = (): boolean => useMediaQuery("(width < 768px)");
