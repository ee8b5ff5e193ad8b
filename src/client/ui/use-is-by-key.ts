import { type RefObject, useEffect, useRef } from "react";

/** Whether the last input was a key: a closing dialog does not report whether it was Escape or a click on its backdrop. */
export function useIsByKey(): RefObject<boolean> {
  const isByKey = useRef(false);
  useEffect(() => {
    const note = ({ type }: Event) => {
      isByKey.current = type === "keydown";
    };
    window.addEventListener("keydown", note, true);
    window.addEventListener("pointerdown", note, true);
    return () => {
      window.removeEventListener("keydown", note, true);
      window.removeEventListener("pointerdown", note, true);
    };
  }, []);
  return isByKey;
}
