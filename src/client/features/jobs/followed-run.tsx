import { useEffect } from "react";

import { logFailure } from "#client/api/errors.ts";
import { hasFewPages } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { JobName } from "#shared/operations/jobs.ts";

import { outcomeToast } from "./outcome-words.ts";

/** Delay in ms before subscribing again after the server ended the subscription permanently. */
const RESUBSCRIBE_DELAY_MS = 5000;

interface FollowedRunProps {
  id: string;
  onEnd: (runId: string) => void;
}

/** Follows a run until its end. Then reports the outcome in a toast and refetches its results. */
export function FollowedRun({ id, onEnd }: FollowedRunProps) {
  const toast = useToast();
  const isAdmin = useCurrentUser()?.role === "admin";
  const refetchResults = useRefetchResults();
  const { status, reset } = trpc.jobs.follow.useSubscription(
    { id },
    {
      onData(outcome) {
        const { tone, title, text, link } = outcomeToast(outcome, isAdmin);
        // Waits until the toast about the start has been read.
        toast[tone](title, text, { queued: true, link });
        refetchResults(outcome.job);
        onEnd(id);
      },
      onError: (error) => logFailure("Couldn't follow the progress of a run", error),
    },
  );
  useEffect(() => {
    if (status !== "error") return undefined;
    const timer = setTimeout(reset, RESUBSCRIBE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [status, reset]);
  return null;
}

/** Long lists are not refetched while the user reads them. The toast reports new items instead. */
const SHORT_LIST_FILTER = { predicate: hasFewPages };

/** Refetches shown data that a run may have changed. */
function useRefetchResults() {
  const { news, papers, tools, sources } = trpc.useUtils();
  return (job: JobName) => {
    if (job === "news.fetch") void news.invalidate(undefined, SHORT_LIST_FILTER);
    if (job === "papers.fetch") void papers.invalidate(undefined, SHORT_LIST_FILTER);
    if (job === "release-notes.fetch") void tools.invalidate();
    void sources.invalidate();
  };
}
