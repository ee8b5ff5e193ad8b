import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";

import { JobBlock } from "./job-block.tsx";
import { SourcesHealth } from "./sources-health.tsx";
import { useJobs } from "./use-jobs.ts";

/** Admin panel of jobs, with their results and start buttons. */
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
