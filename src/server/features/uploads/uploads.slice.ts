import type { Slice } from "#server/kernel/slice.ts";

import { isUnusedOverHalfQuota, isUnused } from "./uploads.queries.ts";

export const uploadSlice: Slice = {
  name: "uploads",
  cleanup: [
    // Deletes uploads that were never saved or were replaced. A form may stay open over a weekend.
    {
      name: "images",
      table: "images",
      timeColumns: ["createdAt"],
      days: 7,
      condition: (_limits, engine) => isUnused(engine),
    },
    // Frees space sooner for people who are close to their quota.
    {
      name: "images over half the quota",
      table: "images",
      timeColumns: ["createdAt"],
      days: 1,
      condition: (limits, engine) => isUnusedOverHalfQuota(limits, engine),
    },
  ],
};
