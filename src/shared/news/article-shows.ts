/** Filter for a user's list of articles. */
export const articleShows = ["all", "unread", "starred"] as const;
