import { useCallback } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";
import type { ListedReading } from "#shared/readings.ts";

const NO_READINGS: readonly ListedReading[] = [];

/** All readings, newest first. */
export function useReadings() {
  const { data, isLoadingError, isFetching, refetch } = trpc.readings.list.useQuery({});
  const retry = useCallback(() => void refetch(), [refetch]);
  const isError = isLoadingError && !isFetching;
  return { readings: data?.items ?? NO_READINGS, isPending: data === undefined && !isError, isError, retry };
}

/** Changes what is known of one reading in the list, without asking the server for all of them. */
export function useReadingInList() {
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

export const commentsOf = (count: number): string =>
  count === 1 ? "1 comment" : `${count.toLocaleString("en-US")} comments`;

/** Deletes a reading with its discussion; the list is without it as soon as the server has agreed. */
export function useDeleteReading(onDeleted: () => void) {
  const toast = useToast();
  const { readings } = trpc.useUtils();
  return trpc.readings.remove.useMutation({
    onSuccess: ({ removedComments }, { id }) => {
      toast.success(
        "Reading deleted successfully!",
        removedComments === 0 ? undefined : `${commentsOf(removedComments)} deleted too.`,
      );
      onDeleted();
      readings.list.setData(
        {},
        (page) => page && { ...page, items: page.items.filter((reading) => reading.id !== id) },
      );
    },
    onError: (error) =>
      toast.failure("Failed to delete reading. Please try again.", messageOf(error, "") || undefined),
    onSettled: () => readings.list.invalidate(),
  });
}
