import pLimit, { type LimitFunction } from "p-limit";

/** Takes turns with other requests to the same host. */
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
  const startedAt = new Map<string, number>();
  const inFlight = pLimit(MAX_IN_FLIGHT);
  const atHost = createHostQueues(1);

  return (host, work) =>
    atHost(host, async () => {
      const last = startedAt.get(host) ?? Number.NEGATIVE_INFINITY;
      const pause = last + (gaps.get(host) ?? GAP_MS) - timing.now();
      if (pause > 0) await timing.wait(pause);
      return inFlight(() => {
        startedAt.set(host, timing.now());
        return work();
      });
    });
}

const PICTURES_IN_FLIGHT = 8;
const PICTURES_PER_HOST = 3;

/**
 * A few requests per host at once and without a gap, as a browser makes them: a page of news shows fifty pictures of
 * one host, which people wait for, and each is fetched once.
 */
export function createPictureTurns(): InTurn {
  const inFlight = pLimit(PICTURES_IN_FLIGHT);
  const atHost = createHostQueues(PICTURES_PER_HOST);
  return (host, work) => atHost(host, () => inFlight(work));
}

/** A queue for each host, which is forgotten once it is empty. */
function createHostQueues(atOnce: number): InTurn {
  const queues = new Map<string, LimitFunction>();

  return async (host, work) => {
    const queue = queues.get(host) ?? pLimit(atOnce);
    queues.set(host, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(host);
    }
  };
}
