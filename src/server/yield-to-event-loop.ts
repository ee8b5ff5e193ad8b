import { setImmediate } from "node:timers/promises";

/** Lets whatever else waits for this thread go first: long work calls it every few milliseconds. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();
