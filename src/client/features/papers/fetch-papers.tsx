import { useEffect, useEffectEvent } from "react";

import { trpc } from "#client/api/trpc.ts";
import { JobControl } from "#client/features/jobs/job-control.tsx";
import { useJobs } from "#client/features/jobs/use-jobs.ts";

/** For admins: has papers fetched, shows how far that is, and shows them when they are there. */
export function FetchPapers() {
  const job = useJobs().jobs?.find(({ name }) => name === "papers.fetch");
  const { papers } = trpc.useUtils();
  const lastRun = job?.runs[0];
  const doneRunId = lastRun?.state === "succeeded" ? lastRun.id : null;
  const showPapers = useEffectEvent(() => void papers.invalidate());
  useEffect(() => {
    if (doneRunId !== null) showPapers();
  }, [doneRunId]);
  return job && <JobControl job={job} />;
}
