import type { Slice } from "#server/kernel/slice.ts";

import { isOfLargeCollection, isUnused } from "./uploads.queries.ts";

export const uploadSlice: Slice = {
  name: "uploads",
  cleanup: [
    // Uploads that were never saved or were replaced. A form may stay open over a weekend.
    {
      name: "images",
      table: "images",
      since: ["createdAt"],
      days: 7,
      only: (_limits, engine) => isUnused(engine),
    },
    // People who are close to their quota get the room back sooner.
    {
      name: "images over half the quota",
      table: "images",
      since: ["createdAt"],
      days: 1,
      only: (limits, engine) => isOfLargeCollection(limits, engine),
    },
  ],
};
