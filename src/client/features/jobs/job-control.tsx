import { Play } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { ProgressBar } from "#client/ui/feedback/progress.tsx";
import type { JobOverview } from "#shared/operations/jobs.ts";

import { JOB_WORDS } from "./job-words.ts";
import { useStartJob } from "./use-jobs.ts";

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
