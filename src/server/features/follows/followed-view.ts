import { type FollowedView, followedViewSchema } from "#shared/follows.ts";

/** A view as it was kept; null where its filters are none of this version's. */
export function readView(section: string, filter: string): FollowedView | null {
  const view = followedViewSchema.safeParse({ section, filter: JSON.parse(filter) });
  return view.success ? view.data : null;
}
