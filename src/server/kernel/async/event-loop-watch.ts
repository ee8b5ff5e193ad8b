import { monitorEventLoopDelay } from "node:perf_hooks";

import type { EventLoopDelay } from "#shared/accounts/workspace.ts";

/** How often the loop is asked for a sign of life; what it was held is known to within so long. */
const RESOLUTION_MS = 10;
const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Measures for how long the one thread that answers everybody was held by single pieces of work. */
export interface EventLoopWatch {
  /** Begins to measure; until then, nothing was held. */
  start(): void;
  /** What was measured within the last hour. */
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

/** The histogram holds nanoseconds between two signs of life, of which the resolution is no delay. */
const toDelay = (nanoseconds: number): number =>
  Math.max(0, Math.round((nanoseconds / 1e6 - RESOLUTION_MS) * 10) / 10);
