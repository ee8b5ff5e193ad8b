import { createHistogram } from "node:perf_hooks";

import type { EventLoopDelay } from "#shared/accounts/workspace.ts";

/** Interval of measurements in ms while there is work. */
const SAMPLE_INTERVAL_MS = 10;
/** Interval in ms at which an idle process checks for work other than requests. */
const IDLE_CHECK_INTERVAL_MS = 1000;
/** Time in ms for which measurements continue after the last work. */
const SAMPLE_AFTER_WORK_MS = 2000;
/**
 * Minimum CPU time in µs within `IDLE_CHECK_INTERVAL_MS` for a process to count as busy. Time spent waiting for a CPU
 * doesn't count.
 */
const MIN_BUSY_CPU_US = 50_000;
const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Measures how long single tasks block the main thread. */
export interface EventLoopWatch {
  /** Starts measuring. Before that, all delays are 0. */
  start(): void;
  /** Resumes measuring because work begins, such as a request. */
  recordActivity(): void;
  /** Returns the delays of the last hour. */
  read(): EventLoopDelay;
}

/** Creates a watch that measures only while there is work, because its timer would wake an idle process. */
export function createEventLoopWatch(): EventLoopWatch {
  const histogram = createHistogram();
  const minutes: EventLoopDelay[] = [];
  let isStarted = false;
  let timer: NodeJS.Timeout | undefined;
  let lastWork = 0;
  let lastTick = 0;

  function tick(): void {
    const now = performance.now();
    // A histogram starts at 1 ns.
    histogram.record(Math.max(1, Math.round((now - lastTick - SAMPLE_INTERVAL_MS) * 1e6)));
    lastTick = now;
    if (now - lastWork < SAMPLE_AFTER_WORK_MS) return;
    clearInterval(timer);
    timer = undefined;
  }

  function recordActivity(): void {
    if (!isStarted) return;
    lastWork = performance.now();
    if (timer) return;
    lastTick = lastWork;
    timer = setInterval(tick, SAMPLE_INTERVAL_MS).unref();
  }

  const current = (): EventLoopDelay =>
    histogram.count === 0
      ? { p99Ms: 0, longestMs: 0 }
      : { p99Ms: toDelay(histogram.percentile(99)), longestMs: toDelay(histogram.max) };

  return {
    start() {
      isStarted = true;
      let last = process.cpuUsage();
      let minuteEnds = performance.now() + MINUTE_MS;
      setInterval(() => {
        const { user, system } = process.cpuUsage(last);
        if (user + system > MIN_BUSY_CPU_US) recordActivity();
        last = process.cpuUsage();
        if (performance.now() < minuteEnds) return;
        minuteEnds += MINUTE_MS;
        minutes.push(current());
        if (minutes.length > MINUTES) minutes.shift();
        histogram.reset();
      }, IDLE_CHECK_INTERVAL_MS).unref();
    },
    recordActivity,
    read() {
      const all = [...minutes, current()];
      return {
        p99Ms: Math.max(...all.map(({ p99Ms }) => p99Ms)),
        longestMs: Math.max(...all.map(({ longestMs }) => longestMs)),
      };
    },
  };
}

/** Converts nanoseconds to milliseconds with one decimal. */
const toDelay = (nanoseconds: number): number => Math.round(nanoseconds / 1e5) / 10;
