import type { Slice } from "#server/kernel/slice.ts";

export const channelSlice: Slice = {
  name: "channels",
  cleanup: [{ name: "old deliveries", table: "deliveries", since: ["finishedAt"], days: 90 }],
};
