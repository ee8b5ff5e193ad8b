import { RunState } from "#client/features/jobs/run-state.tsx";
import { upcomingTime } from "#client/format/upcoming.ts";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { Switch } from "#client/ui/form/switch.tsx";
import { ExternalLink, LinkButton } from "#client/ui/link-button.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { isNewer, type JobHealth, type SystemFacts } from "#shared/operations/system.ts";

import { AttentionList } from "./attention-list.tsx";
import { SystemSources } from "./system-sources.tsx";
import { SystemTiles } from "./system-tiles.tsx";
import { JOBS } from "./system-words.ts";
import { useReleaseCheck, useSystem } from "./use-system.ts";

/** Subtitle of the tab, which reports a failed refresh. */
export function SystemState() {
  const { staleSince } = useSystem();
  return (
    <output>
      {staleSince === null ? (
        "The state of this server"
      ) : (
        <>
          Couldn&apos;t be refreshed; this is from <RelativeTime iso={staleSince} />
        </>
      )}
    </output>
  );
}

/** State of the system for admins, with warnings first. */
export function SystemTab() {
  const { system, isError, retry } = useSystem();
  if (isError)
    return (
      <ErrorState title="Error Loading System" text="Couldn't load the server status." onRetry={retry} />
    );
  return (
    <div className="flex flex-col gap-4">
      {system ? (
        <>
          <AttentionList attention={system.attention} />
          <SystemTiles system={system} />
          <SystemJobs jobs={system.jobs} />
          <SystemSources sources={system.sources} />
          <SystemUpdates updates={system.updates} version={system.version} />
        </>
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** Placeholder in the shape of the tab. */
function Loading() {
  return (
    <>
      <Skeleton className="h-14 rounded-card" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-48 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-72 rounded-card" />
    </>
  );
}

/** Switch of the daily check for a new release, with its result. */
function SystemUpdates({ updates, version }: Pick<SystemFacts, "updates" | "version">) {
  const { mutate, isPending } = useReleaseCheck();
  const { host, isOn, newest } = updates;
  return (
    <Card className="p-5">
      <h2 className="text-base font-semibold text-ink">Updates</h2>
      {host === null ? (
        <p className="mt-1 text-ink-muted">Set RELEASES_URL to check for new releases here.</p>
      ) : (
        <>
          <Switch
            label="Check for a new release every night"
            isOn={isOn}
            isDisabled={isPending}
            onChange={(next) => mutate({ isOn: next })}
          />
          <p className="mt-1 max-w-prose text-pretty text-ink-muted">
            The server then asks {host} once a day. It sends “StackLoop/{version}”, and that site sees the
            server&apos;s network address. Nothing about your team is sent.
          </p>
          {isOn && (
            <p className="mt-3 flex flex-wrap items-center gap-2 text-ink">{resultOf(newest, version)}</p>
          )}
        </>
      )}
    </Card>
  );
}

function resultOf(newest: SystemFacts["updates"]["newest"], version: string) {
  if (newest === null) return "No reply yet.";
  if (!isNewer(newest.version, version)) return `This is the newest release, ${version}.`;
  return (
    <>
      StackLoop {newest.version} is available. <ExternalLink href={newest.url}>Release notes</ExternalLink>
    </>
  );
}

/** Jobs of the server with their last results. */
function SystemJobs({ jobs }: Pick<SystemFacts, "jobs">) {
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
