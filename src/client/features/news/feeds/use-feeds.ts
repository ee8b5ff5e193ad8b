import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { FeedsAdded } from "#shared/news/feeds.ts";

export type FindHealth = ReturnType<typeof useFeeds>["findHealth"];

/** Returns team feeds with the results of their last fetch. Refetches each time the list opens. */
export function useFeeds() {
  const feeds = trpc.feeds.list.useQuery(undefined, { refetchOnMount: "always" });
  const { data } = trpc.sources.health.useQuery(undefined, { refetchOnMount: "always" });
  const health = new Map(data?.map((source) => [source.source, source]));
  return { feeds, findHealth: (url: string) => health.get(url) };
}

export function useAddFeed() {
  const toast = useToast();
  const { feeds } = trpc.useUtils();
  return trpc.feeds.add.useMutation({
    onSuccess: ({ title, reading }) => {
      toast.success("Feed Added", reading?.entries === 0 ? `${title}. It has no entries yet.` : title);
      return feeds.list.invalidate();
    },
  });
}

export function useRemoveFeed() {
  const toast = useToast();
  const { feeds } = trpc.useUtils();
  return trpc.feeds.remove.useMutation({
    onSuccess: (_, { id }) => {
      toast.success("Feed Removed", "Its articles stay.");
      feeds.list.setData(undefined, (list) => list?.filter((feed) => feed.id !== id));
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to remove feed")),
    onSettled: () => feeds.list.invalidate(),
  });
}

export function useRestoreFeeds() {
  const toast = useToast();
  const { feeds } = trpc.useUtils();
  return trpc.feeds.restoreStarter.useMutation({
    onSuccess: (result) => {
      toast.success("Bundled Feeds Restored", formatResult(result));
      return feeds.list.invalidate();
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to restore feeds")),
  });
}

function formatResult({ added, known, rejected }: FeedsAdded): string {
  const parts = [
    added === 1 ? "1 feed added" : `${added} feeds added`,
    known > 0 && `${known} already in the list`,
    rejected > 0 && `${rejected} unreadable`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
