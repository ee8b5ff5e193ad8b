import { AsyncLocalStorage } from "node:async_hooks";

import pLimit, { type LimitFunction } from "p-limit";

/** Id of the user who caused the requests; undefined in a job. */
const requester = new AsyncLocalStorage<string>();

/** Runs outside requests on behalf of a user, within that user's share of the connections. */
export const onBehalfOf = <Result>(userId: string, work: () => Promise<Result>): Promise<Result> =>
  requester.run(userId, work);

/** Queues work behind other requests to the same host. */
export type QueuePerHost = <Result>(host: string, work: () => Promise<Result>) => Promise<Result>;

export interface Timing {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

const MAX_IN_FLIGHT = 4;
/** Limit for one user, so that unresponsive sites don't delay other users. */
const MAX_PER_USER = 2;
/** Limit for all jobs, since users wait for their requests and nobody for a job. */
const MAX_FOR_JOBS = 3;
const GAP_MS = 500;

/**
 * Creates a queue with one request per host at a time and a gap between them. A few hosts run in parallel, and each
 * user has a share. `gaps` overrides the gap of some hosts, in milliseconds.
 */
export function createPoliteQueue(
  timing: Timing,
  gaps: ReadonlyMap<string, number> = new Map(),
): QueuePerHost {
  const startedAt = new Map<string, number>();
  const inFlight = pLimit(MAX_IN_FLIGHT);
  const withinShare = createShares(MAX_PER_USER, MAX_FOR_JOBS);
  const atHost = createQueues(1);

  // The share comes first, so that a request waiting for it doesn't block the host.
  return (host, work) =>
    withinShare(() =>
      atHost(host, async () => {
        const last = startedAt.get(host) ?? Number.NEGATIVE_INFINITY;
        const pause = last + (gaps.get(host) ?? GAP_MS) - timing.now();
        if (pause > 0) await timing.wait(pause);
        return inFlight(() => {
          startedAt.set(host, timing.now());
          return work();
        });
      }),
    );
}

const PICTURES_IN_FLIGHT = 8;
const PICTURES_PER_USER = 4;
const PICTURES_PER_HOST = 3;

/**
 * Creates a queue with a few requests per host at once and no gap, as in a browser. A page of news shows fifty pictures
 * from one host, each fetched once while people wait.
 */
export function createPictureQueue(): QueuePerHost {
  const inFlight = pLimit(PICTURES_IN_FLIGHT);
  const withinShare = createShares(PICTURES_PER_USER, PICTURES_IN_FLIGHT);
  const atHost = createQueues(PICTURES_PER_HOST);
  return (host, work) => withinShare(() => atHost(host, () => inFlight(work)));
}

/** Limits the concurrent requests of each user, and of all jobs together. */
function createShares(perUser: number, forJobs: number) {
  const userQueues = createQueues(perUser);
  const jobs = pLimit(forJobs);
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const userId = requester.getStore();
    return userId === undefined ? jobs(work) : userQueues(userId, work);
  };
}

/** Creates a queue for each name, deleted once it is empty. */
function createQueues(concurrency: number): QueuePerHost {
  const queues = new Map<string, LimitFunction>();

  return async (name, work) => {
    const queue = queues.get(name) ?? pLimit(concurrency);
    queues.set(name, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(name);
    }
  };
}
