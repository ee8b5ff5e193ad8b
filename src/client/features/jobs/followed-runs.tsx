import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";

import { logFailure } from "#client/api/log-failure.ts";
import { isShortOfPages } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { JobName } from "#shared/operations/jobs.ts";

import { outcomeToast } from "./outcome-words.ts";

/** A stream that the server ended for good is begun again after so long. */
const AGAIN_MS = 5000;

const FollowContext = createContext<(runId: string) => void>(() => {});

/** Follows a run that this person has started to its end, on whatever page they are, and reports what came of it. */
export const useFollowRun = () => useContext(FollowContext);

/** Keeps the runs that are followed, above all pages. */
export function FollowedRuns({ children }: { children: ReactNode }) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const follow = useCallback((id: string) => setIds((last) => [...new Set([...last, id])]), []);
  const forget = useCallback((id: string) => setIds((last) => last.filter((other) => other !== id)), []);
  return (
    <FollowContext value={follow}>
      {children}
      {ids.map((id) => (
        <FollowedRun key={id} id={id} onEnd={forget} />
      ))}
    </FollowContext>
  );
}

function FollowedRun({ id, onEnd }: { id: string; onEnd: (id: string) => void }) {
  const toast = useToast();
  const isAdmin = useCurrentUser()?.role === "admin";
  const refetchFoundThings = useRefetchFoundThings();
  const { status, reset } = trpc.jobs.follow.useSubscription(
    { id },
    {
      onData(outcome) {
        const { tone, title, text, link } = outcomeToast(outcome, isAdmin);
        // The toast of the start stays for as long as it takes to read.
        toast[tone](title, text, { waits: true, link });
        refetchFoundThings(outcome.job);
        onEnd(id);
      },
      onError: (error) => logFailure("Couldn't follow a run", error),
    },
  );
  useEffect(() => {
    if (status !== "error") return undefined;
    const timer = setTimeout(reset, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [status, reset]);
  return null;
}

/** A long list stays under whoever reads it; the toast says that there is more. */
const WHAT_IS_SHORT = { predicate: isShortOfPages };

/** Fetches what a run found anew, where it is shown. */
function useRefetchFoundThings() {
  const { news, papers, tools, sources } = trpc.useUtils();
  return (job: JobName) => {
    if (job === "news.fetch") void news.invalidate(undefined, WHAT_IS_SHORT);
    if (job === "papers.fetch") void papers.invalidate(undefined, WHAT_IS_SHORT);
    if (job === "release-notes.fetch") void tools.invalidate();
    void sources.invalidate();
  };
}
