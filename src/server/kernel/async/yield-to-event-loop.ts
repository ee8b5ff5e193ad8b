import { setImmediate } from "node:timers/promises";

/** Yields to other work on this thread. Long work calls it every few milliseconds. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

const TURN_MILLISECONDS = 10;

/** Creates a function for loops of many small steps, which yields after every 10 ms. */
export function createTimeSlices(): () => Promise<void> {
  let ends = performance.now() + TURN_MILLISECONDS;
  return async () => {
    if (performance.now() < ends) return;
    await yieldToEventLoop();
    ends = performance.now() + TURN_MILLISECONDS;
  };
}
