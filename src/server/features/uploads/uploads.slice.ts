import type { Slice } from "#server/kernel/slice.ts";

import { isUnusedOverHalfQuota, isUnused } from "./uploads.queries.ts";

export const uploadSlice: Slice = {
  name: "uploads",
  cleanup: [
    // Deletes uploads that were never saved or were replaced. A form may stay open over a weekend.
    {
      name: "images",
      table: "images",
      since: ["createdAt"],
      days: 7,
      only: (_limits, engine) => isUnused(engine),
    },
    // Frees space sooner for people who are close to their quota.
    {
      name: "images over half the quota",
      table: "images",
      since: ["createdAt"],
      days: 1,
      only: (limits, engine) => isUnusedOverHalfQuota(limits, engine),
    },
  ],
};
