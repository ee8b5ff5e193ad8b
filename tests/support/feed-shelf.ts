import type { FeedReply, FeedStore } from "#server/outside/feeds/feed-fetcher.ts";

/** Stores feed replies in memory. */
export function feedShelf(now: () => Date): FeedStore {
  const kept = new Map<string, { reply: FeedReply; askedAt: number }>();
  return {
    find: (address) => Promise.resolve(kept.get(address) ?? null),
    save(address, reply) {
      kept.set(address, { reply, askedAt: now().getTime() });
      return Promise.resolve();
    },
    recordFetch(address) {
      const found = kept.get(address);
      if (found) found.askedAt = now().getTime();
      return Promise.resolve();
    },
  };
}
