import { useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useFollowRun } from "#client/features/jobs/followed-runs.tsx";
import { foundToast, FOUND } from "#client/features/jobs/outcome-words.ts";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { JobProgress } from "#shared/operations/jobs.ts";

export type NewsUpdate = ReturnType<typeof useNewsUpdate>;

/** Starts fetching news of every tool in the background, and shows the result afterwards. */
export function useNewsUpdate() {
  const toast = useToast();
  const { news } = trpc.useUtils();
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const isOwn = useRef(false);
  const follow = useFollowRun();

  // Ends by itself if no fetch is running. A fetch started by another user is followed too, but its results are shown
  // on request.
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

/** Fetches news of one tool now. */
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
