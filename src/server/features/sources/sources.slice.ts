import type { Slice } from "#server/kernel/slice.ts";

export const sourceSlice: Slice = {
  name: "sources",
  // Replies of feeds that are no longer fetched.
  cleanup: [{ name: "feed replies", table: "feed_replies", since: ["askedAt"], days: 30 }],
};
