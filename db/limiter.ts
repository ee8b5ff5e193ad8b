import type { RateLimiterAbstract } from "rate-limiter-flexible";

/** So many events of one key in so many seconds. */
export interface LimitRule {
  points: number;
  duration: number;
}

/** Counts events by key; a `consume` beyond the limit rejects with a `RateLimiterRes`. */
export type Limiter = Pick<RateLimiterAbstract, "consume" | "reward" | "get">;
