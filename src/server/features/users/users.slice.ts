import type { Slice } from "#server/kernel/slice.ts";

export const userSlice: Slice = {
  name: "users",
  cleanup: [
    { name: "sessions", table: "session", timeColumns: ["expire"], days: 0 },
    // Used links are deleted immediately.
    { name: "one-time links", table: "one_time_links", timeColumns: ["expiresAt"], days: 0 },
    // While the row exists, the reply says why a token no longer works.
    { name: "API tokens", table: "api_tokens", timeColumns: ["revokedAt", "expiresAt"], days: 90 },
    {
      name: "old account events",
      table: "account_events",
      timeColumns: ["at"],
      days: ({ activityKeepDays }) => activityKeepDays || null,
      batchSize: 200,
    },
  ],
};
