import { useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useFollowRun } from "#client/features/jobs/followed-runs.tsx";
import { foundToast, FOUND } from "#client/features/jobs/outcome-words.ts";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { JobProgress } from "#shared/operations/jobs.ts";

export type NewsUpdate = ReturnType<typeof useNewsUpdate>;

/** Has the server look for news of every tool in the background, and shows what it found when it is done. */
export function useNewsUpdate() {
  const toast = useToast();
  const { news } = trpc.useUtils();
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const isOwn = useRef(false);
  const follow = useFollowRun();

  // Ends by itself when nobody looks for news; one that somebody else has begun is watched too, but what that finds is
  // shown when this person wants it.
  const { reset } = trpc.news.watchFetch.useSubscription(undefined, {
    onData: setProgress,
    onComplete() {
      setProgress(null);
      if (isOwn.current) void news.invalidate();
      isOwn.current = false;
    },
  });
  const { mutate, isPending } = trpc.news.fetchAll.useMutation({
    onSuccess({ message, jobId }) {
      toast.success("News Update Started", message || "News update has been triggered");
      follow(jobId);
      isOwn.current = true;
      reset();
    },
    onError: (error) => toast.failure("Update Failed", messageOf(error, "Failed to trigger news update")),
  });
  return { start: () => mutate(), isRunning: isPending || progress !== null, progress };
}

/** Has the server look for news of one tool now. */
export function useFetchToolNews() {
  const toast = useToast();
  const isAdmin = useCurrentUser()?.role === "admin";
  const { news } = trpc.useUtils();
  return trpc.news.fetchForTool.useMutation({
    onSuccess: ({ added, sourceErrors }) => {
      const found = { added, failedSources: sourceErrors.length };
      const { tone, title, text, link } = foundToast(FOUND["news.fetch"], found, isAdmin);
      toast[tone](title, text, { link });
      return news.invalidate();
    },
    onError: (error) =>
      toast.failure("Update Failed", messageOf(error, "Failed to fetch latest news articles.")),
  });
}
