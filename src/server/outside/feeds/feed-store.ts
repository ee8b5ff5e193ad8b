/** What a server sent for a feed, as it came. */
export interface FeedReply {
  /** Where it came from, after redirects. */
  url: string;
  contentType: string | null;
  etag: string | null;
  lastModified: string | null;
  body: Buffer;
}

/** Keeps the last replies of feeds, so that they are asked only for what is new, also after a restart. */
export interface FeedStore {
  /** The last reply to an address, and when it was asked for, in milliseconds since 1970. */
  find(address: string): Promise<{ reply: FeedReply; askedAt: number } | null>;
  keep(address: string, reply: FeedReply): Promise<void>;
  /** Notes that the last reply is still the newest. */
  noteAsked(address: string): Promise<void>;
}
