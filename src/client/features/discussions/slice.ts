import { ON_NEXT_VISIT, type Slice } from "#client/slice.ts";

export const discussionSlice: Slice = {
  name: "discussions",
  refresh: [
    {
      isAffected: ({ verb }) => verb === "commented",
      refetch: ({ comments, news, papers }) => [
        comments.overview.invalidate(),
        // An open discussion offers to show new comments. Cards in lists show the new numbers on the next visit.
        comments.list.invalidate(undefined, ON_NEXT_VISIT),
        news.list.invalidate(undefined, ON_NEXT_VISIT),
        papers.list.invalidate(undefined, ON_NEXT_VISIT),
      ],
    },
  ],
};
