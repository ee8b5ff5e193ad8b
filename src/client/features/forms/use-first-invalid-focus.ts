import { useEffect, useRef } from "react";

/** For the element around the fields: after a refused submit the first field at fault takes the focus. */
export function useFirstInvalidFocus(submitCount: number) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const atFault = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (submitCount === 0 || !atFault) return;
    atFault.focus({ preventScroll: true });
    // With room for its label above and the sentence below.
    atFault.scrollIntoView({ block: "center" });
  }, [submitCount]);
  return fields;
}
