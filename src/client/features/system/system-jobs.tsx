import { RunState } from "#client/features/jobs/run-state.tsx";
import { upcomingTime } from "#client/format/upcoming.ts";
import { Card } from "#client/ui/card.tsx";
import { LinkButton } from "#client/ui/link-button.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { JobHealth, SystemFacts } from "#shared/operations/system.ts";

import { JOBS } from "./system-words.ts";

/** Jobs of the server with their last results. */
export function SystemJobs({ jobs }: Pick<SystemFacts, "jobs">) {
  return (
    <Card className="p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold text-ink">Jobs</h2>
        <LinkButton to={JOBS.to} size="small">
          {JOBS.label}
        </LinkButton>
      </div>
      <ul aria-label="Jobs" className="mt-3 divide-y divide-line">
        {jobs.map((job) => (
          <JobLine key={job.name} job={job} />
        ))}
      </ul>
    </Card>
  );
}

function JobLine({ job: { title, state, startedAt, nextRunAt } }: { job: JobHealth }) {
  return (
    <li className="flex flex-col justify-between gap-x-4 gap-y-1 py-2 last:pb-0 sm:flex-row sm:items-center">
      <span className="min-w-0 font-medium text-ink">{title}</span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-muted">
        {state !== null && startedAt !== null ? (
          <>
            <RunState state={state} />
            <RelativeTime iso={startedAt} />
          </>
        ) : (
          "Hasn't run yet"
        )}
        <span aria-hidden>·</span>
        {nextRunAt === null ? "not scheduled" : `next ${upcomingTime(nextRunAt)}`}
      </span>
    </li>
  );
}
