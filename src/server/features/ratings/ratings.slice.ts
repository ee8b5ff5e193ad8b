import type { Slice } from "#server/kernel/slice.ts";

import { ratingsOf, withDeferredRatings } from "./deleted-ratings.service.ts";

export const ratingSlice: Slice = {
  name: "ratings",
  belongings: (["prompt", "tool"] as const).map((kind) => ({
    kind,
    immediate: [ratingsOf(kind)],
    batched: [withDeferredRatings],
  })),
};
