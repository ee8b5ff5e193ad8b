import pLimit, { type LimitFunction } from "p-limit";

import { whoAsked } from "./on-behalf-of.ts";

/** Takes turns with other requests to the same host. */
export type QueuePerHost = <Result>(host: string, work: () => Promise<Result>) => Promise<Result>;

export interface Timing {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

const MAX_IN_FLIGHT = 4;
/** Of one person, so that sites which never answer them do not keep others waiting. */
const MAX_OF_PERSON = 2;
/** Of all jobs, since people wait for what they ask for, and nobody for a job. */
const MAX_OF_JOBS = 3;
const GAP_MS = 500;

/**
 * One request per host at a time, with a gap between two of them, and a few at once over all hosts, of which each person
 * has a share. `gaps` names hosts that want another gap, in milliseconds.
 */
export function createPoliteness(
  timing: Timing,
  gaps: ReadonlyMap<string, number> = new Map(),
): QueuePerHost {
  const startedAt = new Map<string, number>();
  const inFlight = pLimit(MAX_IN_FLIGHT);
  const inShare = createShares(MAX_OF_PERSON, MAX_OF_JOBS);
  const atHost = createQueues(1);

  // The share comes first: whoever waits for it must not stand in the way of others at the host.
  return (host, work) =>
    inShare(() =>
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
const PICTURES_OF_PERSON = 4;
const PICTURES_PER_HOST = 3;

/**
 * A few requests per host at once and without a gap, as a browser makes them: a page of news shows fifty pictures of
 * one host, which people wait for, and each is fetched once.
 */
export function createPictureQueue(): QueuePerHost {
  const inFlight = pLimit(PICTURES_IN_FLIGHT);
  const inShare = createShares(PICTURES_OF_PERSON, PICTURES_IN_FLIGHT);
  const atHost = createQueues(PICTURES_PER_HOST);
  return (host, work) => inShare(() => atHost(host, () => inFlight(work)));
}

/** Lets each person have so many requests under way at the same time, and all jobs together so many. */
function createShares(ofPerson: number, ofJobs: number) {
  const persons = createQueues(ofPerson);
  const jobs = pLimit(ofJobs);
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const person = whoAsked();
    return person === undefined ? jobs(work) : persons(person, work);
  };
}

/** A queue for each name, which is forgotten once it is empty. */
function createQueues(atOnce: number): QueuePerHost {
  const queues = new Map<string, LimitFunction>();

  return async (name, work) => {
    const queue = queues.get(name) ?? pLimit(atOnce);
    queues.set(name, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(name);
    }
  };
}
