import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import type { OpenDatabase } from "#db/database.ts";
import type { Limiter, LimitRule } from "#db/limiter.ts";
import { tooMany } from "#server/errors.ts";

// Generous, since a whole team may share one address; what they hold back is a flood, not a busy person.
const RULES = {
  reads: { points: 3000, duration: 60 },
  writes: { points: 600, duration: 60 },
  visitors: { points: 600, duration: 60 },
  // Of one address at one name, and of one address at whatever names.
  wrongPasswords: { points: 10, duration: 60 },
  wrongPasswordsOfAddress: { points: 100, duration: 600 },
  registrations: { points: 30, duration: 600 },
  uploads: { points: 30, duration: 60 },
  // What goes out into the world for one person: other people's servers and money.
  fetches: { points: 120, duration: 3600 },
  // Each address once, for everybody: a person who scrolls through all the news comes near it.
  pictures: { points: 2000, duration: 3600 },
  jobStarts: { points: 20, duration: 3600 },
  // Of one address, which is one program's, or one team's.
  feeds: { points: 120, duration: 60 },
  // Of one token: one that is told to call again and again costs its owner money before anybody notices.
  assistants: { points: 600, duration: 3600 },
} satisfies Record<string, LimitRule>;

/** How many keys a limit remembers: more than a server has people, and a few megabytes where all are made up. */
export const MAX_KEYS = 10_000;

export interface RateLimit {
  /** Counts one event, or refuses with 429 when the key has used up its share; what is refused does not count. */
  count(key: string): Promise<void>;
  /** Refuses with 429 when the key has used up its share, without counting. */
  check(key: string): Promise<void>;
  /** Takes one counted event back. */
  undo(key: string): Promise<void>;
}

/** A refused event is not counted, unless the period ends so soon that it might be taken from the count of the next one. */
const SETTLED_MS = 1000;

export type RateLimits = Record<keyof typeof RULES, RateLimit>;

/** At most the whole time of the limit: the limiter reckons by the time of day, which may have been set back. */
const secondsUntil = ({ msBeforeNext }: RateLimiterRes, { duration }: LimitRule) =>
  Math.min(Math.max(1, Math.ceil(msBeforeNext / 1000)), duration);

const limitBy = (rule: LimitRule, limiter: Limiter): RateLimit => ({
  async count(key) {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      if (refusal.msBeforeNext > SETTLED_MS) await limiter.reward(key);
      throw tooMany(secondsUntil(refusal, rule));
    }
  },
  async check(key) {
    const used = await limiter.get(key);
    if (used && used.consumedPoints >= rule.points) throw tooMany(secondsUntil(used, rule));
  },
  async undo(key) {
    // Nothing is left to take back when the time of the limit is over.
    if (((await limiter.get(key))?.consumedPoints ?? 0) > 0) await limiter.reward(key);
  },
});

/** A limit that forgets keys rather than fill up memory. */
function memoryLimit(rule: LimitRule): RateLimit {
  const limiter = new RateLimiterMemory(rule);
  /** Those that the limiter remembers, the longest unused first. */
  const keys = new Set<string>();

  async function remember(key: string): Promise<void> {
    keys.delete(key);
    keys.add(key);
    const [oldest] = keys;
    if (keys.size <= MAX_KEYS || oldest === undefined) return;
    keys.delete(oldest);
    await limiter.delete(oldest);
  }

  const limit = limitBy(rule, limiter);
  return {
    ...limit,
    async count(key) {
      await remember(key);
      await limit.count(key);
    },
  };
}

const unlimited: RateLimit = {
  count: () => Promise.resolve(),
  check: () => Promise.resolve(),
  undo: () => Promise.resolve(),
};

/**
 * The limits; `isOn` false lets everything pass, for load tests. Processes that share a database count together what
 * protects accounts, other people's servers, money and storage. What only holds back a flood, each process counts for
 * itself in memory: a flood costs that process's own time, and a round trip for each request would cost more.
 */
export function createRateLimits(
  isOn: boolean,
  createLimiter: OpenDatabase["createLimiter"] = () => null,
): RateLimits {
  const own = (name: keyof RateLimits) => (isOn ? memoryLimit(RULES[name]) : unlimited);
  const shared = (name: keyof RateLimits) => {
    const limiter = isOn ? createLimiter(name, RULES[name]) : null;
    return limiter ? limitBy(RULES[name], limiter) : own(name);
  };
  return {
    reads: own("reads"),
    writes: own("writes"),
    visitors: own("visitors"),
    wrongPasswords: shared("wrongPasswords"),
    wrongPasswordsOfAddress: shared("wrongPasswordsOfAddress"),
    registrations: shared("registrations"),
    uploads: shared("uploads"),
    fetches: shared("fetches"),
    pictures: shared("pictures"),
    jobStarts: shared("jobStarts"),
    feeds: own("feeds"),
    assistants: shared("assistants"),
  };
}
