import type { Pool } from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";

import type { Limiter, LimitRule } from "../limiter.ts";
import { toPoolError } from "./server-errors.ts";

/** Creates a limiter that counts in the table `rate_limits`, shared by all processes. */
export function createLimiter(pool: Pool, name: string, rule: LimitRule): Limiter {
  const limiter = new RateLimiterPostgres({
    ...rule,
    keyPrefix: name,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: true,
  });
  return {
    consume: (key) => known(pool, limiter.consume(key)),
    reward: (key) => known(pool, limiter.reward(key)),
    get: (key) => known(pool, limiter.get(key)),
  };
}

async function known<Result>(pool: Pool, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw toPoolError(pool, error);
  }
}
