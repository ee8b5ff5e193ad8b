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
  const { find, change, readAgain } = useStoredOverview(item);
  const markSeen = trpc.comments.markSeen.useMutation({
    onSuccess() {
      // The reply to an earlier request may still count them as new.
      const isCounted = (find()?.newCommentCount ?? 0) > 0;
      readAgain(isCounted ? {} : { fetchStatus: "fetching" });
    },
    onError: (error) => logFailure("Couldn't mark the comments as seen", error),
  });
  const isCurrent = isFetchedAfterMount && !isError;

  function noteSeen(shown: readonly Comment[]) {
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
  const noteShown = useEffectEvent(noteSeen);
  useEffect(() => {
    if (isCurrent && data) noteShown(data.items);
  }, [isCurrent, data]);

  const comments = data?.items ?? NO_COMMENTS;
  const unshown = useUnshown(item, comments, isFetching);
  return {
    comments,
    /** Number of other people's new comments that are not shown yet. */
    newCount: isCurrent ? Math.max(unshown.newIds.length, newCommentCount) : 0,
    /** True if other people have changed any shown comment. */
    hasChanges: isCurrent && unshown.hasChanges,
    /** Shows other people's changes. Returns the first new comment. */
    async showNew(): Promise<Comment | undefined> {
      const { data: now } = await refetch();
      if (now) noteSeen(now.items);
      return now?.items.find((comment) => !comments.some((shown) => shown.id === comment.id));
    },
    seenAt,
    isCurrent,
    isPending: data === undefined && (isFetching || !isError),
    isError: data === undefined && isError && !isFetching,
    retry: () => void refetch(),
  };
}

interface Unshown {
  newIds: readonly string[];
  hasChanges: boolean;
}

/** Returns other people's changes to a discussion since it was last loaded. */
function useUnshown(item: ItemKey, comments: readonly Comment[], isReading: boolean): Unshown {
  const [unshown, setUnshown] = useState<Unshown>({ newIds: [], hasChanges: false });
  const isShown = (id: string) => comments.some((comment) => comment.id === id);
  useLiveChanges(({ changes }) => {
    for (const { kind, itemId, isOwn, detail } of changes) {
      const { comment: id, change } = detail;
      if (kind !== item.kind || itemId !== item.id || isOwn || id === undefined) continue;
      setUnshown(({ newIds, hasChanges }) => {
        const others = newIds.filter((newId) => newId !== id && !isShown(newId));
        const isNew =
          change === "added" || change === "restored" || (change === "edited" && newIds.includes(id));
        if (isNew && !isShown(id)) return { newIds: [...others, id], hasChanges };
        // A comment that was deleted before it was shown isn't reported.
        return { newIds: others, hasChanges: hasChanges || (change !== "added" && isShown(id)) };
      });
    }
  });
  const [wasReading, setWasReading] = useState(isReading);
  if (wasReading !== isReading) {
    setWasReading(isReading);
    if (isReading) setUnshown({ ...unshown, hasChanges: false });
  }
  return { ...unshown, newIds: unshown.newIds.filter((id) => !isShown(id)) };
}

type Shown = DiscussionOverview & Pick<ListedReading, "lastCommentAt" | "lastCommentBy">;
type Change = (shown: DiscussionOverview) => Partial<Shown>;

/**
 * Returns functions that read, change and refetch the cached numbers of a discussion. A reading's numbers are part of
 * the list of readings.
 */
function useStoredOverview({ kind, id }: ItemKey) {
  const { readings, comments } = trpc.useUtils();
  if (kind !== "reading") {
    const of = { ref: refOf({ kind, id }) };
    return {
      find: () => comments.overview.getData(of),
      change: (change: Change) =>
        comments.overview.setData(of, (shown) => shown && { ...shown, ...change(shown) }),
      readAgain: (which: { fetchStatus?: "fetching" }) => void comments.overview.invalidate(of, which),
    };
  }
  return {
    find: () => readings.list.getData({})?.items.find((reading) => reading.id === id),
    change: (change: Change) =>
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
    readAgain: (which: { fetchStatus?: "fetching" }) => void readings.list.invalidate({}, which),
  };
}

/** True for other people's comments since this user last opened the card. */
export const isNewTo = (userId: string, seenAt: string | null, comment: Comment): boolean =>
  comment.userId !== userId && comment.deletedAt === null && (seenAt === null || comment.createdAt > seenAt);
