import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

import { withEmptyFallback } from "#client/api/errors.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";

// Loaded with the first followed run, because pages work without it.
const FollowedRun = lazyComponent(
  withEmptyFallback(
    "Couldn't load the toast about a run",
    async () => (await import("./followed-run.tsx")).FollowedRun,
  ),
);

const FollowContext = createContext<(runId: string) => void>(() => {});

/** Returns a function that follows a run which the user has started, and reports its outcome on any page. */
export const useFollowRun = () => useContext(FollowContext);

/** Provider for followed runs, above all pages. */
export function FollowedRuns({ children }: { children: ReactNode }) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const follow = useCallback((id: string) => setIds((last) => [...new Set([...last, id])]), []);
  const stopFollowing = useCallback(
    (id: string) => setIds((last) => last.filter((other) => other !== id)),
    [],
  );
  return (
    <FollowContext value={follow}>
      {children}
      {ids.map((id) => (
        <FollowedRun key={id} id={id} onEnd={stopFollowing} />
      ))}
    </FollowContext>
  );
}
