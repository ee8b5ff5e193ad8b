import { useDeferredValue } from "react";

/**
 * Returns a value, but not before its first render is complete. React renders that in the background, so a slow device
 * still responds to input. Later values are returned at once.
 */
export function useDeferredFirstValue<Value>(value: Value | undefined): Value | undefined {
  const deferred = useDeferredValue(value);
  return deferred === undefined ? undefined : value;
}
