import { useDeferredValue } from "react";

/**
 * Returns a value once its first arrival has been rendered. React renders that in small steps, so that a slow device
 * still responds to input. Later values are returned at once.
 */
export function useArrival<Value>(value: Value | undefined): Value | undefined {
  const arrived = useDeferredValue(value);
  return arrived === undefined ? undefined : value;
}
