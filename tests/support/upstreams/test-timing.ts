import type { Timing } from "#server/outside/http/politeness.ts";

/** A clock that moves only when code waits, so that tests of pauses take no time. */
export function testTiming(): Timing & { waits: number[] } {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    wait(milliseconds) {
      waits.push(milliseconds);
      time += milliseconds;
      return Promise.resolve();
    },
  };
}
