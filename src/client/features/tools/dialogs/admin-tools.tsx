import { lazy, Suspense } from "react";

import { releaseNotesSentence } from "#client/features/workspace/schedule-words.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { Skeleton } from "#client/ui/skeleton.tsx";

const JobsPanel = lazy(async () => ({
  default: (await import("#client/features/jobs/jobs-panel.tsx")).JobsPanel,
}));

/** What only admins may set going. */
export function AdminTools() {
  const settings = useWorkspaceSettings();
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-muted">
        {settings && <span>{releaseNotesSentence(settings)}</span>} You can start this or any other job now.
      </p>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <JobsPanel />
      </Suspense>
    </>
  );
}
