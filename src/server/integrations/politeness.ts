import { createSlots, type Slots } from "./slots.ts";

/** Takes turns with others that ask the same host. */
export type InTurn = <Result>(host: string, work: () => Promise<Result>) => Promise<Result>;

export interface Timing {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

const MAX_IN_FLIGHT = 4;
const GAP_MS = 500;

/**
 * One request per host at a time, with a gap between two of them, and a few at once over all hosts.
 * `gaps` names hosts that want another gap, in milliseconds.
 */
export function createPoliteness(timing: Timing, gaps: ReadonlyMap<string, number> = new Map()): InTurn {
  const lastOf = new Map<string, Promise<unknown>>();
  const startedAt = new Map<string, number>();
  const inFlight = createSlots(MAX_IN_FLIGHT);

  async function run<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
    const pause =
      (startedAt.get(host) ?? Number.NEGATIVE_INFINITY) + (gaps.get(host) ?? GAP_MS) - timing.now();
    if (pause > 0) await timing.wait(pause);
    return inFlight.run(() => {
      startedAt.set(host, timing.now());
      return work();
    });
  }

  return (host, work) => {
    const turn = (lastOf.get(host) ?? Promise.resolve()).then(() => run(host, work));
    // What fails here is told to its own caller; the next in the row goes on.
    lastOf.set(
      host,
      turn.catch(() => undefined),
    );
    return turn;
  };
}

const PICTURES_IN_FLIGHT = 8;
const PICTURES_PER_HOST = 3;

/**
 * A few requests per host at once and without a gap, as a browser makes them: a page of news shows fifty pictures of
 * one host, which people wait for, and each is asked for once.
 */
export function createPictureTurns(): InTurn {
  const inFlight = createSlots(PICTURES_IN_FLIGHT);
  const hosts = new Map<string, Slots>();

  return async (host, work) => {
    const slots = hosts.get(host) ?? createSlots(PICTURES_PER_HOST);
    hosts.set(host, slots);
    try {
      return await slots.run(() => inFlight.run(work));
    } finally {
      if (slots.isIdle()) hosts.delete(host);
    }
  };
}
