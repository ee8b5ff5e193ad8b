import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import type { Limiter, LimitRule, OpenDatabase } from "#db/database.ts";
import { tooMany } from "#server/errors.ts";

const NETWORK_BITS = 64;

/**
 * Returns the rate limit key of a caller's IP address. IPv4 addresses are used unchanged, even if mapped into IPv6.
 * IPv6 addresses are reduced to their /64 network, because a household or machine has a whole one
 * (https://www.rfc-editor.org/rfc/rfc6177).
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`).toString()}/${NETWORK_BITS}`;
}

// Generous, since a whole team may share one address. They stop floods, not busy users.
const RULES = {
  reads: { points: 3000, duration: 60 },
  writes: { points: 600, duration: 60 },
  visitors: { points: 600, duration: 60 },
  // For each address: with one username, and with any username.
  wrongPasswords: { points: 10, duration: 60 },
  wrongPasswordsOfAddress: { points: 100, duration: 600 },
  registrations: { points: 30, duration: 600 },
  uploads: { points: 30, duration: 60 },
  // Requests to outside services for one user, which load other servers and may cost money.
  fetches: { points: 120, duration: 3600 },
  // Each address counts once for everybody. A user who scrolls through all the news comes close.
  pictures: { points: 2000, duration: 3600 },
  jobStarts: { points: 20, duration: 3600 },
  // For each address, which is one program or one team.
  feeds: { points: 120, duration: 60 },
  mentions: { points: 60, duration: 3600 },
  // Messages that one person sends at once, such as tests of channels.
  messages: { points: 20, duration: 3600 },
  // Mails to addresses that nobody has confirmed.
  mailConfirmations: { points: 5, duration: 3600 },
  // Requests from one address for a link to a new password.
  passwordLinks: { points: 20, duration: 3600 },
  // For each token: an assistant in a loop costs its owner money before anybody notices.
  assistants: { points: 600, duration: 3600 },
} satisfies Record<string, LimitRule>;

/** Limits for strangers who share the accounts of a demo, each counted by address. */
const DEMO_RULES: Partial<Record<keyof typeof RULES, LimitRule>> = {
  reads: { points: 600, duration: 60 },
  writes: { points: 300, duration: 3600 },
  visitors: { points: 120, duration: 60 },
};

/**
 * Maximum number of keys in a limit. It exceeds the users of a server, and even invented keys take only a few
 * megabytes.
 */
export const MAX_KEYS = 10_000;

interface RateLimit {
  /** Counts events, by default one. Throws 429 if the key would exceed its limit, without counting. */
  count(key: string, options?: CountOptions): Promise<void>;
  /** Throws 429 if the key has reached its limit, without counting. */
  check(key: string): Promise<void>;
  /** Uncounts one event. */
  undo(key: string): Promise<void>;
}

interface CountOptions {
  points?: number;
  /** Returns the message of the refusal, for the seconds to wait. */
  createMessage?: (seconds: number) => string;
}

/**
 * Rejected events are uncounted, unless the period ends within this time: then the next period might be reduced
 * instead.
 */
const MIN_REMAINING_MS = 1000;

export type RateLimits = Record<keyof typeof RULES, RateLimit>;

/**
 * Returns the remaining seconds, at most the limit's period. The limiter uses the system clock, which may have been
 * set back.
 */
const secondsUntil = ({ msBeforeNext }: RateLimiterRes, { duration }: LimitRule) =>
  Math.min(Math.max(1, Math.ceil(msBeforeNext / 1000)), duration);

const limitBy = (rule: LimitRule, limiter: Limiter): RateLimit => ({
  async count(key, { points = 1, createMessage } = {}) {
    try {
      await limiter.consume(key, points);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      if (refusal.msBeforeNext > MIN_REMAINING_MS) await limiter.reward(key, points);
      const seconds = secondsUntil(refusal, rule);
      throw tooMany(seconds, createMessage?.(seconds));
    }
  },
  async check(key) {
    const used = await limiter.get(key);
    if (used && used.consumedPoints >= rule.points) throw tooMany(secondsUntil(used, rule));
  },
  async undo(key) {
    // After the limit's period, the count is zero anyway.
    if (((await limiter.get(key))?.consumedPoints ?? 0) > 0) await limiter.reward(key);
  },
});

/** Creates a limit in memory, which drops old keys to limit its size. */
function memoryLimit(rule: LimitRule): RateLimit {
  const limiter = new RateLimiterMemory(rule);
  /** Keys in the limiter, least recently used first. */
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
    async count(key, options) {
      await remember(key);
      await limit.count(key, options);
    },
  };
}

const unlimited: RateLimit = {
  count: () => Promise.resolve(),
  check: () => Promise.resolve(),
  undo: () => Promise.resolve(),
};

/**
 * Creates the limits. With `isOn` false, nothing is limited, for load tests. Limits that protect accounts, other
 * servers, money and storage are shared between processes. Each process counts floods in its own memory: a flood costs
 * only that process's time, and a round trip per request would cost more.
 */
export function createRateLimits(
  isOn: boolean,
  createLimiter: OpenDatabase["createLimiter"] = () => null,
  isDemo = false,
): RateLimits {
  const ofProcess = (name: keyof RateLimits) =>
    isOn ? memoryLimit((isDemo ? DEMO_RULES[name] : undefined) ?? RULES[name]) : unlimited;
  const shared = (name: keyof RateLimits) => {
    const limiter = isOn ? createLimiter(name, RULES[name]) : null;
    return limiter ? limitBy(RULES[name], limiter) : ofProcess(name);
  };
  return {
    reads: ofProcess("reads"),
    writes: ofProcess("writes"),
    visitors: ofProcess("visitors"),
    wrongPasswords: shared("wrongPasswords"),
    wrongPasswordsOfAddress: shared("wrongPasswordsOfAddress"),
    registrations: shared("registrations"),
    uploads: shared("uploads"),
    fetches: shared("fetches"),
    pictures: shared("pictures"),
    jobStarts: shared("jobStarts"),
    feeds: ofProcess("feeds"),
    mentions: shared("mentions"),
    messages: shared("messages"),
    mailConfirmations: shared("mailConfirmations"),
    passwordLinks: shared("passwordLinks"),
    assistants: shared("assistants"),
  };
}
