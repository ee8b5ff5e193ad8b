import { useCallback, useSyncExternalStore } from "react";

/** Maximum number of printed rows in a list: about 60 pages, which a browser lays out in seconds. */
export const MAX_PRINTED_ROWS = 2000;

let isPrintPending = false;
const isPrinting = () => isPrintPending || matchMedia("print").matches;

function subscribeToPrinting(listener: () => void) {
  const update = ({ type }: Event) => {
    isPrintPending = type === "beforeprint";
    listener();
  };
  const media = matchMedia("print");
  media.addEventListener("change", listener);
  window.addEventListener("beforeprint", update);
  window.addEventListener("afterprint", update);
  return () => {
    media.removeEventListener("change", listener);
    window.removeEventListener("beforeprint", update);
    window.removeEventListener("afterprint", update);
  };
}

/** True while the page is printed, when lists render all rows instead of visible ones. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribeToPrinting, isPrinting);

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
