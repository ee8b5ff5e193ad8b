/** Server's reply for a feed, unchanged. */
export interface FeedReply {
  /** Final address, after redirects. */
  url: string;
  contentType: string | null;
  etag: string | null;
  lastModified: string | null;
  body: Buffer;
}

/** Stores feeds' last replies for conditional requests, also after a restart. */
export interface FeedStore {
  /** Returns the last reply to an address and its request time, in milliseconds since 1970. */
  find(address: string): Promise<{ reply: FeedReply; askedAt: number } | null>;
  keep(address: string, reply: FeedReply): Promise<void>;
  /** Records that the last reply is still current. */
  noteAsked(address: string): Promise<void>;
}
