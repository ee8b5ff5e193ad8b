import { type FocusEvent, type RefObject, useMemo, useRef } from "react";

/** Remembers what had the focus before a region took it, and gives it back. */
export function useFocusReturn(region: RefObject<HTMLElement | null>) {
  const before = useRef<HTMLElement | null>(null);
  return useMemo(() => {
    const isInside = () => region.current?.contains(document.activeElement) ?? false;
    return {
      isInside,
      /** For the region's `onFocus`. */
      note({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          before.current = relatedTarget;
      },
      giveBack() {
        if (isInside()) before.current?.focus();
      },
    };
  }, [region]);
}
