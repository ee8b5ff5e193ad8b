import { useEffect } from "react";

import { trpc } from "#client/api/trpc.ts";
import { useUndo } from "#client/features/deletions/use-undo.ts";
import { useChange, withoutItem } from "#client/features/library/use-change.ts";
import { useLibrary } from "#client/features/library/use-library.ts";
import { formatCommentCount } from "#shared/comments/comment-thread.ts";

/** Returns all readings, newest first. */
export function useReadings() {
  const query = trpc.readings.list.useQuery({});
  return useLibrary(query);
}

/** Returns a function that refetches the list, because other people may have commented since. */
export function useRefetchReadings(): void {
  const { readings } = trpc.useUtils();
  useEffect(() => void readings.list.invalidate(), [readings]);
}

export function useAddReading() {
  const { readings } = trpc.useUtils();
  return trpc.readings.add.useMutation(
    useChange({
      done: "Reading added successfully!",
      failed: { title: "Failed to add reading. Please try again." },
      refresh: () => void readings.list.invalidate(),
    }),
  );
}

/**
 * Returns a mutation that deletes a reading with its discussion. The reading leaves the list as soon as the server
 * confirms.
 */
export function useDeleteReading(onDeleted: () => void) {
  const { readings } = trpc.useUtils();
  const undo = useUndo();
  return trpc.readings.remove.useMutation(
    useChange({
      done: ({ deletionId, removedComments }) => ({
        title: "Reading deleted successfully!",
        text: removedComments === 0 ? undefined : `${formatCommentCount(removedComments)} deleted too.`,
        action: undo(deletionId),
      }),
      failed: { title: "Failed to delete reading. Please try again." },
      onDone: (_, { id }) => {
        onDeleted();
        readings.list.setData({}, withoutItem(id));
      },
      refresh: () => readings.list.invalidate(),
    }),
  );
}
