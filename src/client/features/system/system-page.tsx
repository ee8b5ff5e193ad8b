import { Lock } from "lucide-react";

import { EmptyState } from "#client/ui/feedback/empty-state.tsx";
import { ErrorState } from "#client/ui/feedback/error-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";

import { AttentionList } from "./attention-list.tsx";
import { SystemJobs } from "./system-jobs.tsx";
import { SystemSources } from "./system-sources.tsx";
import { SystemTiles } from "./system-tiles.tsx";
import { useSystem } from "./use-system.ts";

/** Admin page of the system state, with warnings first. */
export function SystemPage() {
  const { isAdmin, system, isError, staleSince, retry } = useSystem();
  return (
    <div className="mx-auto max-w-6xl">
      <PageHeader
        title="System"
        subtitle={
          <output>
            {staleSince === null ? (
              "The state of this server"
            ) : (
              <>
                Couldn&apos;t be refreshed; this is from <RelativeTime iso={staleSince} />
              </>
            )}
          </output>
        }
      />
      <div className="mt-6 flex flex-col gap-4">
        {!isAdmin ? (
          <EmptyState
            icon={<Lock aria-hidden />}
            title="For administrators only"
            text="Only administrators can see the state of the server."
          />
        ) : isError ? (
          <ErrorState title="Error Loading System" text="Couldn't load the server status." onRetry={retry} />
        ) : system ? (
          <>
            <AttentionList attention={system.attention} />
            <SystemTiles system={system} />
            <SystemJobs jobs={system.jobs} />
            <SystemSources sources={system.sources} />
          </>
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}

/** Placeholder in the shape of the page. */
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
