import { ErrorState } from "#client/ui/feedback/error-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";

import { JobBlock } from "./job-block.tsx";
import { SourcesHealth } from "./sources-health.tsx";
import { useJobs } from "./use-jobs.ts";

/** For admins: what the server does by itself, how that went, and a button to have it done now. */
export function JobsPanel() {
  const { jobs, isError, retry } = useJobs();
  if (isError)
    return <ErrorState title="Error Loading Jobs" text="Couldn't load the jobs." onRetry={retry} />;
  if (!jobs) return <Skeleton className="h-96" />;
  return (
    <>
      <ul aria-label="Jobs" className="divide-y divide-line">
        {jobs.map((job) => (
          <JobBlock key={job.name} job={job} />
        ))}
      </ul>
      <SourcesHealth />
    </>
  );
}
