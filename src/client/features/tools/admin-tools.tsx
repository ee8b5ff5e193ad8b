import { lazy, Suspense } from "react";

import { Skeleton } from "#client/ui/skeleton.tsx";

const JobsPanel = lazy(async () => ({
  default: (await import("#client/features/jobs/jobs-panel.tsx")).JobsPanel,
}));

/** What only admins may set going. */
export function AdminTools() {
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-muted">
        Release notes update automatically at 2 AM nightly. You can also have the server do this, and all else
        that it does by itself, now.
      </p>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <JobsPanel />
      </Suspense>
    </>
  );
}
