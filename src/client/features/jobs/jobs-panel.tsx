import { trpc } from "#client/api/trpc.ts";
import { dateTimeIn, duration, upcomingTime } from "#client/format/upcoming.ts";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { useLinkedSection } from "#client/ui/links.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { isFailing, type SourceHealth } from "#shared/news/sources.ts";
import type { JobOverview, JobRun } from "#shared/operations/jobs.ts";

import { JobControl, useJobs } from "./job-control.tsx";
import { describeCounts, TRIGGER_WORDS } from "./job-words.ts";
import { RunState } from "./run-state.tsx";

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

/** Job with its next run, last runs and start button. */
function JobBlock({ job }: { job: JobOverview }) {
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

/** Run of a job with its outcome, trigger, duration and results. */
function RunLine({ run }: { run: JobRun }) {
  const facts = [
    TRIGGER_WORDS[run.trigger],
    run.finishedAt !== null && `took ${duration(run.startedAt, run.finishedAt)}`,
    describeCounts(run.counts),
  ].filter(Boolean);
  return (
    <div className="text-xs text-ink-muted">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RunState state={run.state} />
        <RelativeTime iso={run.startedAt} />
        <span>{facts.join(" · ")}</span>
      </div>
      {run.error !== null && <p className="mt-1 wrap-anywhere text-danger-ink">{run.error}</p>}
      {run.sourceErrors.length > 0 && (
        <Disclosure
          title={
            run.sourceErrors.length === 1 ? "1 source failed" : `${run.sourceErrors.length} sources failed`
          }
        >
          <ul className="flex flex-col gap-1 wrap-anywhere">
            {run.sourceErrors.map(({ source, message }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes and may contain a source twice
              <li key={index}>
                <span className="font-medium text-ink">{source}</span>: {message}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

/** Results of the last requests to external sources, failures first. */
function SourcesHealth() {
  const { data } = trpc.sources.health.useQuery();
  if (!data || data.length === 0) return null;
  return <SourceList sources={data} />;
}

function SourceList({ sources: unsorted }: { sources: readonly SourceHealth[] }) {
  const section = useLinkedSection("sources");
  const sources = unsorted.toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)));
  return (
    <section ref={section} tabIndex={-1} className="mt-6 outline-none">
      <h2 className="font-medium text-ink">Sources</h2>
      <p className="text-ink-muted">
        The sources of papers, news and release notes, and whether their last request succeeded.
      </p>
      <ul
        aria-label="Sources"
        // Focusable, because the keyboard must be able to scroll the list.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-3 max-h-80 divide-y divide-line overflow-y-auto rounded-control border border-line"
      >
        {sources.map((source) => (
          <SourceLine key={source.source} source={source} />
        ))}
      </ul>
    </section>
  );
}

function SourceLine({ source }: { source: SourceHealth }) {
  const hasProblem = isFailing(source);
  return (
    <li className="px-3 py-2 text-xs text-ink-muted">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere text-ink">{source.source}</span>
        <Badge tone={hasProblem ? "danger" : "success"}>{hasProblem ? "Failing" : "Working"}</Badge>
        <span className="ml-auto">
          {source.lastSuccessAt === null ? (
            "no response yet"
          ) : (
            <>
              responded <RelativeTime iso={source.lastSuccessAt} />
            </>
          )}
        </span>
      </div>
      {hasProblem && source.lastErrorAt !== null && (
        <p className="mt-1 wrap-anywhere">
          <span className="text-danger-ink">{source.lastError}</span> (
          <RelativeTime iso={source.lastErrorAt} />
          {source.nextTryAt !== null && `; next attempt ${upcomingTime(source.nextTryAt)}`})
        </p>
      )}
    </li>
  );
}
