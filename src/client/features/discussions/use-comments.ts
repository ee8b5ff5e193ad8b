import { useEffect, useEffectEvent, useState } from "react";

import { logFailure } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { refOf } from "#client/features/links/use-links.ts";
import { useLiveChanges } from "#client/features/live/use-live-changes.ts";
import { authorLabel } from "#shared/comments/comment-thread.ts";
import type { Comment, DiscussionOverview } from "#shared/comments/comments.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import type { ListedReading } from "#shared/readings/readings.ts";

const NO_COMMENTS: readonly Comment[] = [];

/**
 * Loads an open discussion. Refetches each time it opens, and records it as seen. Other people's comments after
 * `seenAt` count as new until it closes.
 */
export function useComments(item: ItemKey, { newCommentCount, seenAt: seenBefore }: DiscussionOverview) {
  const [seenAt] = useState(seenBefore);
  const ref = refOf(item);
  const query = trpc.comments.list.useQuery({ ref }, { refetchOnMount: "always" });
  const { data, isFetchedAfterMount, isError, isFetching, refetch } = query;
  const { find, change, invalidate } = useStoredOverview(item);
  const markSeen = trpc.comments.markSeen.useMutation({
    onSuccess() {
      // The reply to an earlier request may still count them as new.
      const hasNewComments = (find()?.newCommentCount ?? 0) > 0;
      invalidate(hasNewComments ? {} : { fetchStatus: "fetching" });
    },
    onError: (error) => logFailure("Couldn't mark the comments as seen", error),
  });
  const isCurrent = isFetchedAfterMount && !isError;

  function recordSeen(shown: readonly Comment[]) {
    markSeen.mutate({ ref });
    const existing = shown.filter(({ deletedAt }) => deletedAt === null);
    const last = existing.at(-1);
    change((listed) => ({
      commentCount: existing.length,
      lastCommentAt: last?.createdAt ?? null,
      lastCommentBy: last ? authorLabel(last.user) : null,
      newCommentCount: 0,
      seenAt: shown.at(-1)?.createdAt ?? listed.seenAt,
    }));
  }
  const recordShown = useEffectEvent(recordSeen);
  useEffect(() => {
    if (isCurrent && data) recordShown(data.items);
  }, [isCurrent, data]);

  const comments = data?.items ?? NO_COMMENTS;
  const pending = usePendingChanges(item, comments, isFetching);
  return {
    comments,
    /** Number of other people's new comments that are not shown yet. */
    newCount: isCurrent ? Math.max(pending.newIds.length, newCommentCount) : 0,
    /** True if other people have changed any shown comment. */
    hasChanges: isCurrent && pending.hasChanges,
    /** Shows other people's changes. Returns the first new comment. */
    async showNew(): Promise<Comment | undefined> {
      const { data: now } = await refetch();
      if (now) recordSeen(now.items);
      return now?.items.find((comment) => !comments.some((shown) => shown.id === comment.id));
    },
    seenAt,
    isCurrent,
    isPending: data === undefined && (isFetching || !isError),
    isError: data === undefined && isError && !isFetching,
    retry: () => void refetch(),
  };
}

interface PendingChanges {
  newIds: readonly string[];
  hasChanges: boolean;
}

/** Returns other people's changes to a discussion since it was last loaded. */
function usePendingChanges(item: ItemKey, comments: readonly Comment[], isLoading: boolean): PendingChanges {
  const [pending, setPending] = useState<PendingChanges>({ newIds: [], hasChanges: false });
  const isShown = (id: string) => comments.some((comment) => comment.id === id);
  useLiveChanges(({ changes }) => {
    for (const { kind, itemId, isOwn, detail } of changes) {
      const { comment: id, change } = detail;
      if (kind !== item.kind || itemId !== item.id || isOwn || id === undefined) continue;
      setPending(({ newIds, hasChanges }) => {
        const otherNewIds = newIds.filter((newId) => newId !== id && !isShown(newId));
        const isNew =
          change === "added" || change === "restored" || (change === "edited" && newIds.includes(id));
        if (isNew && !isShown(id)) return { newIds: [...otherNewIds, id], hasChanges };
        // A comment that was deleted before it was shown isn't reported.
        return { newIds: otherNewIds, hasChanges: hasChanges || (change !== "added" && isShown(id)) };
      });
    }
  });
  const [wasLoading, setWasLoading] = useState(isLoading);
  if (wasLoading !== isLoading) {
    setWasLoading(isLoading);
    if (isLoading) setPending({ ...pending, hasChanges: false });
  }
  return { ...pending, newIds: pending.newIds.filter((id) => !isShown(id)) };
}

type CachedOverview = DiscussionOverview & Pick<ListedReading, "lastCommentAt" | "lastCommentBy">;
type OverviewChange = (shown: DiscussionOverview) => Partial<CachedOverview>;

/**
 * Returns functions that read, change and refetch the cached numbers of a discussion. A reading's numbers are part of
 * the list of readings.
 */
function useStoredOverview({ kind, id }: ItemKey) {
  const { readings, comments } = trpc.useUtils();
  if (kind !== "reading") {
    const input = { ref: refOf({ kind, id }) };
    return {
      find: () => comments.overview.getData(input),
      change: (change: OverviewChange) =>
        comments.overview.setData(input, (shown) => shown && { ...shown, ...change(shown) }),
      invalidate: (which: { fetchStatus?: "fetching" }) => void comments.overview.invalidate(input, which),
    };
  }
  return {
    find: () => readings.list.getData({})?.items.find((reading) => reading.id === id),
    change: (change: OverviewChange) =>
      readings.list.setData(
        {},
        (page) =>
          page && {
            ...page,
            items: page.items.map((reading) =>
              reading.id === id ? { ...reading, ...change(reading) } : reading,
            ),
          },
      ),
    invalidate: (which: { fetchStatus?: "fetching" }) => void readings.list.invalidate({}, which),
  };
}

/** True for other people's comments since this user last opened the card. */
export const isNewTo = (userId: string, seenAt: string | null, comment: Comment): boolean =>
  comment.userId !== userId && comment.deletedAt === null && (seenAt === null || comment.createdAt > seenAt);
