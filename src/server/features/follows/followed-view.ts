import { type FollowedView, followedViewSchema } from "#shared/follows.ts";

/** Parses a stored view. Null if this version doesn't support its filters. */
export function readView(section: string, filter: string): FollowedView | null {
  const view = followedViewSchema.safeParse({ section, filter: JSON.parse(filter) });
  return view.success ? view.data : null;
}
