import { useSyncExternalStore } from "react";

/** Rows of a list that are printed at most: about 60 pages, which a browser still lays out in seconds. */
export const MAX_PRINTED_ROWS = 2000;

let isBetweenEvents = false;
const isPrinting = () => isBetweenEvents || matchMedia("print").matches;

function subscribe(listener: () => void) {
  const update = ({ type }: Event) => {
    isBetweenEvents = type === "beforeprint";
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

/** True while the page is printed, when lists render all of their rows and not only those in view. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting);
