import { monitorEventLoopDelay } from "node:perf_hooks";

import type { EventLoopDelay } from "#shared/accounts/workspace.ts";

/** Interval of the measurement in ms, which is also its precision. */
const RESOLUTION_MS = 10;
const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Measures for how long single tasks block the main thread. */
export interface EventLoopWatch {
  /** Starts measuring. Before that, all delays are 0. */
  start(): void;
  /** Returns the delays of the last hour. */
  read(): EventLoopDelay;
}

export function createEventLoopWatch(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const minutes: EventLoopDelay[] = [];
  const current = (): EventLoopDelay => ({
    p99Ms: toDelay(histogram.percentile(99)),
    longestMs: toDelay(histogram.max),
  });
  return {
    start() {
      histogram.enable();
      setInterval(() => {
        minutes.push(current());
        if (minutes.length > MINUTES) minutes.shift();
        histogram.reset();
      }, MINUTE_MS).unref();
    },
    read() {
      const all = [...minutes, current()];
      return {
        p99Ms: Math.max(...all.map(({ p99Ms }) => p99Ms)),
        longestMs: Math.max(...all.map(({ longestMs }) => longestMs)),
      };
    },
  };
}

/** Subtracts the interval itself from measured nanoseconds. */
const toDelay = (nanoseconds: number): number =>
  Math.max(0, Math.round((nanoseconds / 1e6 - RESOLUTION_MS) * 10) / 10);
