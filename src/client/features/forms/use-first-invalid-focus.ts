import { useEffect, useRef } from "react";

/** For the element around the fields: after a refused submit the first invalid field takes the focus. */
export function useFirstInvalidFocus(submitCount: number) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const invalid = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (submitCount === 0 || !invalid) return;
    invalid.focus({ preventScroll: true });
    // With room for its label above and the sentence below.
    invalid.scrollIntoView({ block: "center" });
  }, [submitCount]);
  return fields;
}
