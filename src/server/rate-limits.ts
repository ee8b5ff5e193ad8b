import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import { tooMany } from "./errors.ts";

/** So many events of one key in so many seconds. */
interface LimitRule {
  points: number;
  duration: number;
}

// Generous, since a whole team may share one address; what they hold back is a flood, not a busy person.
const RULES = {
  reads: { points: 3000, duration: 60 },
  writes: { points: 600, duration: 60 },
  visitors: { points: 600, duration: 60 },
  failedLogins: { points: 10, duration: 60 },
  registrations: { points: 30, duration: 600 },
  uploads: { points: 30, duration: 60 },
  // What goes out into the world for one person: other people's servers and money.
  fetches: { points: 120, duration: 3600 },
  // Each address once, for everybody: a person who scrolls through all the news comes near it.
  pictures: { points: 2000, duration: 3600 },
  jobStarts: { points: 20, duration: 3600 },
} satisfies Record<string, LimitRule>;

export interface RateLimit {
  /** Counts one event, or refuses with 429 when the key has used up its share. */
  count(key: string): Promise<void>;
  /** Refuses with 429 when the key has used up its share, without counting. */
  check(key: string): Promise<void>;
}

export type RateLimits = Record<keyof typeof RULES, RateLimit>;

const secondsUntil = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

function memoryLimit(rule: LimitRule): RateLimit {
  const limiter = new RateLimiterMemory(rule);
  return {
    async count(key) {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? tooMany(secondsUntil(refusal)) : refusal;
      }
    },
    async check(key) {
      const used = await limiter.get(key);
      if (used && used.consumedPoints >= rule.points) throw tooMany(secondsUntil(used));
    },
  };
}

const unlimited: RateLimit = { count: () => Promise.resolve(), check: () => Promise.resolve() };

/** The limits of this process, kept in memory; `isOn` false lets everything pass, for load tests. */
export function createRateLimits(isOn: boolean): RateLimits {
  const limit = (rule: LimitRule) => (isOn ? memoryLimit(rule) : unlimited);
  return {
    reads: limit(RULES.reads),
    writes: limit(RULES.writes),
    visitors: limit(RULES.visitors),
    failedLogins: limit(RULES.failedLogins),
    registrations: limit(RULES.registrations),
    uploads: limit(RULES.uploads),
    fetches: limit(RULES.fetches),
    pictures: limit(RULES.pictures),
    jobStarts: limit(RULES.jobStarts),
  };
}
