import { useEffect, useEffectEvent, useState } from "react";

import { logFailure } from "#client/api/log-failure.ts";
import { trpc } from "#client/api/trpc.ts";
import type { Comment } from "#shared/comments.ts";
import type { ListedReading } from "#shared/readings.ts";

const NO_COMMENTS: readonly Comment[] = [];

/**
 * The discussion of a reading whose card is open: read anew each time it opens, and noted as seen. What others wrote
 * after `seenAt` is new to this person for as long as the card stays open.
 */
export function useComments(reading: ListedReading) {
  const { id, newCommentCount } = reading;
  const [seenAt] = useState(reading.seenAt);
  const query = trpc.comments.list.useQuery({ readingId: id }, { refetchOnMount: "always" });
  const { data, isFetchedAfterMount, isError, isFetching, refetch } = query;
  const markSeen = trpc.readings.markSeen.useMutation({
    onError: (error) => logFailure("Couldn't mark the comments as seen", error),
  });
  const changeInList = useReadingInList();
  const isCurrent = isFetchedAfterMount && !isError;

  const noteSeen = useEffectEvent((comments: readonly Comment[]) => {
    markSeen.mutate({ id });
    changeInList(id, (listed) => ({
      commentCount: comments.filter(({ deletedAt }) => deletedAt === null).length,
      newCommentCount: 0,
      seenAt: comments.at(-1)?.createdAt ?? listed.seenAt,
    }));
  });
  useEffect(() => {
    if (isCurrent && data) noteSeen(data.items);
  }, [isCurrent, data]);

  const readNewer = useEffectEvent(() => {
    if (isCurrent) void refetch();
  });
  useEffect(() => {
    // The list was read again and knows of comments that the open card does not show.
    if (newCommentCount > 0) readNewer();
  }, [newCommentCount]);

  return {
    comments: data?.items ?? NO_COMMENTS,
    seenAt,
    isCurrent,
    isPending: data === undefined && (isFetching || !isError),
    isError: data === undefined && isError && !isFetching,
    retry: () => void refetch(),
  };
}

/** Changes what is known of one reading in the list, without a request for all of them. */
function useReadingInList() {
  const { readings } = trpc.useUtils();
  return (id: string, change: (reading: ListedReading) => Partial<ListedReading>) =>
    readings.list.setData(
      {},
      (page) =>
        page && {
          ...page,
          items: page.items.map((reading) =>
            reading.id === id ? { ...reading, ...change(reading) } : reading,
          ),
        },
    );
}

/** True for what others wrote since this person last had the card open. */
export const isNewTo = (userId: string, seenAt: string | null, comment: Comment): boolean =>
  comment.userId !== userId && comment.deletedAt === null && (seenAt === null || comment.createdAt > seenAt);
