import type { RateLimiterAbstract } from "rate-limiter-flexible";

/** Maximum number of events for one key within a number of seconds. */
export interface LimitRule {
  points: number;
  duration: number;
}

/** Counts events by key; a `consume` beyond the limit rejects with a `RateLimiterRes`. */
export type Limiter = Pick<RateLimiterAbstract, "consume" | "reward" | "get">;
