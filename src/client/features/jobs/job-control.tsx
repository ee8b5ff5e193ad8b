import { Play } from "lucide-react";
import { useCallback, useEffect } from "react";

import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { Button } from "#client/ui/button.tsx";
import { ProgressBar } from "#client/ui/feedback/progress.tsx";
import type { JobName, JobOverview } from "#shared/operations/jobs.ts";

import { useFollowRun } from "./followed-runs.tsx";
import { JOB_WORDS } from "./job-words.ts";

/** Delay in ms before subscribing again after the server ended the subscription permanently. */
const RESUBSCRIBE_DELAY_MS = 5000;

const countRunning = (overview: readonly JobOverview[]): number =>
  overview.flatMap(({ runs }) => runs).filter(({ state }) => state === "running").length;

/** Returns all jobs. They are updated while shown. */
export function useJobs() {
  const { jobs, sources } = trpc.useUtils();
  const { data, isLoadingError, isFetching, refetch } = trpc.jobs.overview.useQuery();
  const { status, reset } = trpc.jobs.watch.useSubscription(undefined, {
    onData(overview) {
      const known = jobs.overview.getData();
      // The reply to a running request may be older than this update.
      void jobs.overview.cancel();
      jobs.overview.setData(undefined, overview);
      // The state of sources may have changed during the finished run.
      if (countRunning(overview) < countRunning(known ?? [])) void sources.health.invalidate();
    },
  });
  useEffect(() => {
    if (status !== "error") return undefined;
    const timer = setTimeout(reset, RESUBSCRIBE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [status, reset]);
  const retry = useCallback(() => void refetch(), [refetch]);
  const isError = isLoadingError && !isFetching;
  return { jobs: data, isError, retry };
}

/** Starts a job, or joins its current run. */
function useStartJob(name: JobName) {
  const { jobs } = trpc.useUtils();
  const follow = useFollowRun();
  const { started, failed } = JOB_WORDS[name];
  const { mutate, isPending } = trpc.jobs.start.useMutation(
    useChange({
      done: () => ({ title: started[0], text: started[1] }),
      failed: { title: failed[0], text: failed[1] },
      onDone: ({ jobId }) => follow(jobId),
      // Shows the new run even if a proxy delays messages of the subscription.
      refresh: () => jobs.overview.invalidate(),
    }),
  );
  return { start: () => mutate({ name }), isPending };
}

/** Start button of a job. While the job runs, shows its progress and who started it. */
export function JobControl({ job }: { job: JobOverview }) {
  const { start, isPending } = useStartJob(job.name);
  const run = job.runs.find(({ state }) => state === "running");
  return (
    <div className="flex w-full flex-col gap-3 sm:w-60">
      <Button
        icon={<Play aria-hidden />}
        isPending={isPending || run !== undefined}
        pendingLabel={run ? "Running..." : "Starting..."}
        onClick={start}
      >
        {JOB_WORDS[job.name].button}
      </Button>
      {run && run.total !== null && (
        <ProgressBar
          label={job.title}
          value={run.done}
          max={run.total}
          valueText={`${run.done} of ${run.total}`}
        />
      )}
    </div>
  );
}
