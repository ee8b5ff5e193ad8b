import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

import type { App } from "#server/app.ts";
import type { FeedStore } from "#server/outside/feeds/feed-fetcher.ts";

import { deleteFeedRepliesBeyond, findFeedReply, updateAskedAt, upsertFeedReply } from "./sources.queries.ts";

/** Total size of all replies, compressed. Enough for a thousand feeds. */
const MAX_BYTES = 50_000_000;

const compressed = promisify(gzip);
const uncompressed = promisify(gunzip);

/** Stores the latest reply of each feed in the database, up to a total size. */
export function createFeedStore(
  { db, log, now }: Pick<App, "db" | "log" | "now">,
  maxBytes = MAX_BYTES,
): FeedStore {
  /** A full disk must not prevent feeds from being read. */
  const tryTo = async (write: () => Promise<unknown>) => {
    try {
      await write();
    } catch (error) {
      log.warn({ err: error }, "couldn't store the reply of a feed");
    }
  };
  return {
    async find(address) {
      const row = await findFeedReply(db, address);
      if (!row) return null;
      const { url, contentType, etag, lastModified, askedAt } = row;
      try {
        const body = await uncompressed(row.body);
        return { reply: { url, contentType, etag, lastModified, body }, askedAt: Date.parse(askedAt) };
      } catch (error) {
        // The feed is then requested as if for the first time.
        log.warn({ err: error }, "couldn't read the stored reply of a feed");
        return null;
      }
    },
    save: (address, { body, ...reply }) =>
      tryTo(async () => {
        const packed = await compressed(body);
        const askedAt = now().toISOString();
        await upsertFeedReply(db, { address, ...reply, askedAt, size: packed.length, body: packed });
        await deleteFeedRepliesBeyond(db, maxBytes);
      }),
    noteFetched: (address) => tryTo(() => updateAskedAt(db, address, now().toISOString())),
  };
}
