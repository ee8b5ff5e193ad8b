import type { Slice } from "#server/kernel/slice.ts";

export const userSlice: Slice = {
  name: "users",
  cleanup: [
    { name: "sessions", table: "session", since: ["expire"], days: 0 },
    // Used links are deleted at once.
    { name: "one-time links", table: "one_time_links", since: ["expiresAt"], days: 0 },
    // Until then, the reply names the reason why a token fails.
    { name: "API tokens", table: "api_tokens", since: ["revokedAt", "expiresAt"], days: 90 },
    {
      name: "old account events",
      table: "account_events",
      since: ["at"],
      days: ({ activityKeepDays }) => activityKeepDays || null,
      atOnce: 200,
    },
  ],
};
