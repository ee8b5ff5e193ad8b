import type { Slice } from "#server/kernel/slice.ts";

export const aiUsageSlice: Slice = {
  name: "ai-usage",
  // Limits count one day. The column holds the day alone, so that day 31 is the first one older than 30 days.
  cleanup: [{ name: "AI call counts", table: "ai_usage", since: ["day"], days: 31 }],
};
