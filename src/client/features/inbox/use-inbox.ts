import { useMemo } from "react";

import { pagedList } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { InboxEntry } from "#shared/inbox/inbox.ts";
import { isolate } from "#shared/texts/escaping.ts";

export type InboxTab = "open" | "done";

/** Loads the entries of a tab page by page, latest first. Refetches each time the tab is opened. */
export function useInbox(tab: InboxTab) {
  const list = trpc.inbox.list.useInfiniteQuery(
    { tab },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchOnMount: "always" },
  );
  const { data } = list;
  const entries = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  return { ...pagedList(list), entries };
}

/** Returns the actions for entries. Each takes effect at once, and is reverted if its request fails. */
export function useInboxActions(tab: InboxTab) {
  const toast = useToast();
  const { inbox, watches } = trpc.useUtils();

  const handlers = useChange({ failed: "Couldn't save it", refresh: () => inbox.invalidate() });
  const change = trpc.inbox.done.useMutation({
    ...handlers,
    async onMutate({ seq, isDone }) {
      await Promise.all([inbox.list.cancel({ tab }), inbox.count.cancel()]);
      inbox.list.setInfiniteData(
        { tab },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.filter((entry) => entry.seq !== seq),
            })),
          },
      );
      inbox.count.setData(
        undefined,
        (count) => count && { open: Math.max(0, count.open + (isDone ? -1 : 1)) },
      );
    },
  });
  const setDone = (seq: number, isDone: boolean) => change.mutate({ seq, isDone });

  const reopen = trpc.inbox.reopen.useMutation(handlers);
  const markAll = trpc.inbox.doneAll.useMutation({
    ...handlers,
    onSuccess: (done) =>
      toast.success("All entries are done", undefined, {
        action: { label: "Undo", onPress: () => reopen.mutate(done) },
      }),
  });

  const watch = trpc.watches.set.useMutation({
    ...handlers,
    onSettled: () => Promise.all([inbox.list.invalidate(), watches.invalidate()]),
  });
  function setMuted({ item: { ref, title } }: InboxEntry, isMuted: boolean) {
    watch.mutate(
      { ref, level: isMuted ? "mute" : null },
      {
        onSuccess: () =>
          toast.success(
            isMuted ? `Discussion of ${isolate(title)} muted` : `Discussion of ${isolate(title)} unmuted`,
            isMuted ? "Only mentions of you still reach the inbox." : undefined,
          ),
      },
    );
  }

  return {
    /** Marks an opened entry as done. */
    markOpened: ({ seq, doneAt }: InboxEntry) => doneAt === null && setDone(seq, true),
    toggleDone({ seq, doneAt }: InboxEntry) {
      const isDone = doneAt === null;
      setDone(seq, isDone);
      toast.success(isDone ? "Done" : "Open again", undefined, {
        action: { label: "Undo", onPress: () => setDone(seq, !isDone) },
      });
    },
    toggleMuted: (entry: InboxEntry) => setMuted(entry, !entry.isMuted),
    markAllDone: () => markAll.mutate(),
    isMarkingAll: markAll.isPending,
  };
}
