import { setImmediate } from "node:timers/promises";

/** Lets whatever else waits for this thread go first: long work calls it every few milliseconds. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

const TURN_MILLISECONDS = 10;

/** For a loop of many small steps: what it returns lets others go first whenever a turn of 10 ms is over. */
export function createTimeSlices(): () => Promise<void> {
  let ends = performance.now() + TURN_MILLISECONDS;
  return async () => {
    if (performance.now() < ends) return;
    await yieldToEventLoop();
    ends = performance.now() + TURN_MILLISECONDS;
  };
}
