import { dateTimeIn, upcomingTime } from "#client/format/upcoming.ts";
import { Disclosure } from "#client/ui/disclosure.tsx";
import type { JobOverview } from "#shared/operations/jobs.ts";

import { JobControl } from "./job-control.tsx";
import { RunLine } from "./run-line.tsx";

/** Job with its next run, last runs and start button. */
export function JobBlock({ job }: { job: JobOverview }) {
  const [last, ...earlier] = job.runs;
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-medium text-ink">{job.title}</h2>
          <p className="text-ink-muted">{formatNextRun(job)}</p>
        </div>
        <JobControl job={job} />
      </div>
      <div className="mt-2">
        {last ? <RunLine run={last} /> : <p className="text-xs text-ink-faint">This job hasn't run yet.</p>}
        {earlier.length > 0 && (
          <Disclosure title={`Earlier runs (${earlier.length})`} className="mt-1">
            <ul
              aria-label={`Earlier runs: ${job.title}`}
              className="flex flex-col gap-3 border-l-2 border-line pl-3"
            >
              {earlier.map((run) => (
                <li key={run.id}>
                  <RunLine run={run} />
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </li>
  );
}

function formatNextRun({ nextRunAt, timezone }: JobOverview): string {
  if (nextRunAt === null) return "Not scheduled. Runs only when someone starts it.";
  return `Next run ${upcomingTime(nextRunAt)}: ${dateTimeIn(nextRunAt, timezone)} (${timezone})`;
}
