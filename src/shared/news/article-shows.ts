/** Which articles a list shows to a person. */
export const articleShows = ["all", "unread", "starred"] as const;
