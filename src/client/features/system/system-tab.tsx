import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";

import { AttentionList } from "./attention-list.tsx";
import { SystemJobs } from "./system-jobs.tsx";
import { SystemSources } from "./system-sources.tsx";
import { SystemTiles } from "./system-tiles.tsx";
import { SystemUpdates } from "./system-updates.tsx";
import { useSystem } from "./use-system.ts";

/** Subtitle of the tab, which reports a failed refresh. */
export function SystemState() {
  const { staleSince } = useSystem();
  return (
    <output>
      {staleSince === null ? (
        "The state of this server"
      ) : (
        <>
          Couldn&apos;t be refreshed; this is from <RelativeTime iso={staleSince} />
        </>
      )}
    </output>
  );
}

/** State of the system for admins, with warnings first. */
export function SystemTab() {
  const { system, isError, retry } = useSystem();
  if (isError)
    return (
      <ErrorState title="Error Loading System" text="Couldn't load the server status." onRetry={retry} />
    );
  return (
    <div className="flex flex-col gap-4">
      {system ? (
        <>
          <AttentionList attention={system.attention} />
          <SystemTiles system={system} />
          <SystemJobs jobs={system.jobs} />
          <SystemSources sources={system.sources} />
          <SystemUpdates updates={system.updates} version={system.version} />
        </>
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** Placeholder in the shape of the tab. */
function Loading() {
  return (
    <>
      <Skeleton className="h-14 rounded-card" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-48 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-72 rounded-card" />
    </>
  );
}
