import type { Slice } from "#client/slice.ts";

export const linkSlice: Slice = {
  name: "links",
  refresh: [
    {
      isAffected: ({ verb }) => verb === "linked",
      refetch: ({ links }) => [links.of.invalidate(), links.named.invalidate(), links.list.invalidate()],
    },
    {
      // Refetches names but not related items, which are refetched when an item is opened.
      isAffected: ({ verb }) => verb !== "linked",
      refetch: ({ links }) => [links.named.invalidate()],
    },
  ],
};
