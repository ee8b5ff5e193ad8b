import type { Slice } from "#server/kernel/slice.ts";

export const sourceSlice: Slice = {
  name: "sources",
  // Of feeds that nobody reads any more.
  cleanup: [{ name: "feed replies", table: "feed_replies", since: ["askedAt"], days: 30 }],
};
