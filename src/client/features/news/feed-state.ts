import { isUseless } from "#shared/news/feed-words.ts";
import type { FeedReading } from "#shared/news/feeds.ts";
import type { SourceHealth } from "#shared/news/sources.ts";

/** Whether a feed failed when it was last asked. */
export const hasFailed = (health: SourceHealth | undefined): boolean =>
  health !== undefined && health.lastErrorAt !== null && health.lastErrorAt > (health.lastSuccessAt ?? "");

/** Whether a feed gives the team nothing at the moment. */
export const isOfNoUse = (health: SourceHealth | undefined, reading: FeedReading | null): boolean =>
  hasFailed(health) || (reading !== null && isUseless(reading));
