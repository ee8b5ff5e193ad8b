import type { EventEmitter } from "node:events";

import type { Db } from "#db/open.ts";

import type { BrandLogos } from "./brands/brand-logos.ts";
import type { Config } from "./config.ts";
import type { Sessions } from "./features/users/lucia.ts";
import type { Integrations } from "./integrations/integrations.ts";
import type { Jobs } from "./jobs/scheduler.ts";
import type { Log } from "./log.ts";
import type { RateLimits } from "./rate-limits.ts";

/** All that a service may reach. */
export interface App {
  db: Db;
  config: Config;
  log: Log;
  /** The clock; tests set it. */
  now: () => Date;
  /** The origin that people use, without a slash at its end; known for certain once the server listens. */
  publicUrl: string;
  /** Differs after every change of the data: what is derived from it may be kept until then. */
  changeMark: () => string;
  /** Signs upload addresses; made once per installation. */
  signingKey: Uint8Array;
  sessions: Sessions;
  limits: RateLimits;
  integrations: Integrations;
  /** The marks of well-known tools that come with the product. */
  brandLogos: BrandLogos;
  jobs: Jobs;
  /** Tells watchers that something changed: "jobs" when a run of a job began, went on or ended. */
  events: EventEmitter;
}

/** What services need to know of the request they work for. */
export interface Caller {
  ip: string;
  userAgent: string | null;
}
