import { CircleAlert, CircleCheck, Lightbulb, TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { RunState } from "#client/features/jobs/run-state.tsx";
import { upcomingTime } from "#client/format/upcoming.ts";
import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { Switch } from "#client/ui/form/switch.tsx";
import { ExternalLink, LinkButton } from "#client/ui/links.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { Attention } from "#shared/operations/system-attention.ts";
import { isNewer, type JobHealth, type SystemFacts } from "#shared/operations/system.ts";

import { SystemSources } from "./system-sources.tsx";
import { SystemTiles } from "./system-tiles.tsx";
import { JOBS_LINK, describeAttention, actionLinkOf } from "./system-words.ts";

const REFRESH_MS = 10_000;

/** Returns the system state. After the first load, refetches every ten seconds while the page is visible. */
function useSystem() {
  const { data, isLoadingError, isRefetchError, isFetching, dataUpdatedAt, refetch } =
    trpc.system.overview.useQuery(undefined, {
      staleTime: 0,
      // A failed first load isn't repeated, because screen readers would announce each error.
      refetchInterval: ({ state: { data: last } }) => last !== undefined && REFRESH_MS,
      // Users who return to the page expect the current state.
      refetchOnWindowFocus: true,
    });
  return {
    system: data,
    isError: isLoadingError && !isFetching,
    /** Time of the shown data if the last refetch failed, else null. */
    staleSince: isRefetchError ? new Date(dataUpdatedAt).toISOString() : null,
    retry: () => void refetch(),
  };
}

/** Returns a mutation that turns the daily check for a new release on or off. */
function useReleaseCheck() {
  const toast = useToast();
  const { system } = trpc.useUtils();
  return trpc.system.checkReleases.useMutation({
    onSuccess: () => system.overview.invalidate(),
    onError: (error) => toast.failure("Setting not saved", messageOf(error, "Couldn't reach the server.")),
  });
}

/** Subtitle of the tab, which reports a failed refresh. */
export function SystemState() {
  const { staleSince } = useSystem();
  return (
    <output>
      {staleSince === null ? (
        "The state of this server"
      ) : (
        <>
          Couldn&apos;t refresh. Last updated <RelativeTime iso={staleSince} />
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
        <SystemSkeleton />
      )}
    </div>
  );
}

/** Placeholder with the shape of the tab. */
function SystemSkeleton() {
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

/** Switch for the daily check for a new release, with its result. */
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
            <p className="mt-3 flex flex-wrap items-center gap-2 text-ink">
              {describeReleaseCheck(newest, version)}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

function describeReleaseCheck(newest: SystemFacts["updates"]["newest"], version: string) {
  if (newest === null) return "No reply yet.";
  if (!isNewer(newest.version, version)) return `This is the newest release, ${version}.`;
  return (
    <>
      StackLoop {newest.version} is available. <ExternalLink href={newest.url}>Release notes</ExternalLink>
    </>
  );
}

/** Server jobs with their last results. */
function SystemJobs({ jobs }: Pick<SystemFacts, "jobs">) {
  return (
    <Card className="p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold text-ink">Jobs</h2>
        <LinkButton to={JOBS_LINK.to} size="small">
          {JOBS_LINK.label}
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

const URGENCIES = {
  urgent: { words: "Urgent", tone: "danger", colour: "text-danger-ink", Icon: CircleAlert },
  soon: { words: "Soon", tone: "warning", colour: "text-warning-ink", Icon: TriangleAlert },
  advice: { words: "Advice", tone: "neutral", colour: "text-ink-faint", Icon: Lightbulb },
} as const;

/** Warnings with their actions, the most urgent first. */
function AttentionList({ attention }: { attention: readonly Attention[] }) {
  return (
    <Card className="overflow-hidden">
      <h2 aria-live="polite" className="flex items-center gap-2.5 px-5 py-4 text-base font-semibold text-ink">
        {attention.length === 0 && <CircleCheck aria-hidden className="size-5 text-success-ink" />}
        {describeAttention(attention)}
      </h2>
      {attention.length > 0 && (
        <ul aria-label="Needs attention" className="divide-y divide-line border-t border-line">
          {attention.map((item) => (
            <AttentionItem key={`${item.id} ${item.title}`} item={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function AttentionItem({ item }: { item: Attention }) {
  const { words, tone, colour, Icon } = URGENCIES[item.urgency];
  const link = actionLinkOf(item);
  return (
    <li className="flex gap-3 px-5 py-3.5">
      <Icon aria-hidden className={classNames("mt-0.5 size-4 shrink-0", colour)} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2.5">
          <h3 className="min-w-0 font-medium text-pretty wrap-anywhere text-ink">{item.title}</h3>
          <Badge tone={tone} className="shrink-0">
            {words}
          </Badge>
        </div>
        <p className="mt-0.5 max-w-prose text-pretty wrap-anywhere text-ink-muted">{item.advice}</p>
        {link && (
          <Link
            to={link.to}
            className="mt-1 inline-flex min-h-6 items-center rounded-chip font-medium text-accent-ink underline-offset-2 hover:underline pointer-coarse:min-h-11"
          >
            {link.label}
          </Link>
        )}
      </div>
    </li>
  );
}
