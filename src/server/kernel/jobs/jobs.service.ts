import type { App } from "#server/app.ts";
import { invalid, notFound } from "#server/errors.ts";
import { SingleFlight } from "#server/kernel/async/promises.ts";
import type { User } from "#shared/accounts/users.ts";
import type {
  JobName,
  JobOverview,
  JobProgress,
  JobRun,
  RunOutcome,
  StartedJob,
} from "#shared/operations/jobs.ts";
import type { JobHealth } from "#shared/operations/system.ts";

import { listRunEnds } from "./job-runs.queries.ts";
import { getRun } from "./job-runs.service.ts";

/** Returns the team's time zone: the configured one, or the server's. */
export const getTimeZone = ({ config }: Pick<App, "config">): string =>
  config.scheduleTimezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns every job with its next run and its last runs. */
export const jobsOverview = (app: App): Promise<JobOverview[]> => app.jobs.overview();

const startsInProgress = new SingleFlight<string>();

/**
 * Starts a job in the background, or returns its current run. Concurrent requests by a user share one call, because
 * returning a current run doesn't count against the limit.
 */
export async function startJob(
  app: App,
  user: User,
  { name, message }: { name: JobName; message: string },
): Promise<StartedJob> {
  if (!app.jobs.schedules().some((job) => job.name === name))
    throw invalid("This job only runs on SQLite.", "name");
  return {
    message,
    jobId: await startsInProgress.run(app, `${name} ${user.id}`, () => startWithinLimit(app, user, name)),
  };
}

/** Returns the run's id. Throws 429 if the user has started too many within the last hour. */
async function startWithinLimit(app: App, user: User, name: JobName): Promise<string> {
  const { jobStarts } = app.limits;
  await jobStarts.count(user.id);
  let hasBegun = false;
  try {
    const { runId, isNew } = await app.jobs.start(name, "person", user.id);
    hasBegun = isNew;
    return runId;
  } finally {
    if (!hasBegun) await jobStarts.undo(user.id);
  }
}

const sharedOverviews = new SingleFlight<JobOverview[]>();

/** Returns the overview. Viewers notified of the same change share one read. */
const readSharedOverview = (app: App): Promise<JobOverview[]> =>
  sharedOverviews.run(app, app.cacheVersions.readAll(), () => app.jobs.overview());

/** Yields the overview now and after every change, until the signal aborts. */
export async function* watchJobs(app: App, signal: AbortSignal | undefined): AsyncGenerator<JobOverview[]> {
  // Subscribes before the first read, so that no change is missed.
  const changes = app.runChanges.follow(signal);
  try {
    yield await readSharedOverview(app);
    while (await changes.next()) yield await readSharedOverview(app);
  } finally {
    changes.end();
  }
}

/** Yields a job's progress until its run ends. Ends at once if the job isn't running. */
export async function* watchRun(
  app: App,
  name: JobName,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobProgress> {
  for await (const overview of watchJobs(app, signal)) {
    const job = overview.find((candidate) => candidate.name === name);
    const run = job?.runs.find(({ state }) => state === "running");
    if (!run) return;
    yield { done: run.done, total: run.total };
  }
}

/** Yields a run's outcome as soon as it has ended. For admin-only jobs, only admins may call it. */
export async function* followRun(
  app: App,
  user: User,
  { id }: { id: string },
  signal: AbortSignal | undefined,
): AsyncGenerator<RunOutcome> {
  const isAdmin = user.role === "admin";
  const run = await waitForEnd(app, id, {
    isVisible: ({ job }) => isAdmin || job === "news.fetch",
    signal,
  });
  if (run) yield toOutcome(run, isAdmin);
}

interface FollowOptions {
  isVisible(run: JobRun): boolean;
  signal: AbortSignal | undefined;
}

/** Returns a run once it has ended; undefined if the signal aborts first. */
async function waitForEnd(
  app: App,
  id: string,
  { isVisible, signal }: FollowOptions,
): Promise<JobRun | undefined> {
  const changes = app.runChanges.follow(signal);
  try {
    do {
      const run = await getRun(app, id);
      if (!isVisible(run)) throw notFound("Run not found");
      if (run.state !== "running") return run;
    } while (await changes.next());
    return undefined;
  } finally {
    changes.end();
  }
}

const toOutcome = ({ job, state, counts, sourceErrors, error }: JobRun, isAdmin: boolean): RunOutcome => ({
  job,
  state,
  counts,
  failedSources: sourceErrors.length,
  error: isAdmin ? error : null,
});

/** Returns each job's last run, last successful run, and number of failures since. */
export const jobsHealth = ({ db, jobs }: App): Promise<JobHealth[]> =>
  Promise.all(
    jobs.schedules().map(async ({ name, title, nextRunAt, lastDueAt }) => {
      const runs = await listRunEnds(db, name);
      const succeeded = runs.findIndex(({ state }) => state === "succeeded");
      const since = succeeded === -1 ? runs : runs.slice(0, succeeded);
      const last = runs[0];
      return {
        name,
        title,
        nextRunAt,
        lastDueAt,
        state: last?.state ?? null,
        startedAt: last?.startedAt ?? null,
        finishedAt: last?.finishedAt ?? null,
        error: since.find(({ error }) => error !== null)?.error ?? null,
        succeededAt: runs[succeeded]?.finishedAt ?? null,
        failuresInARow: since.filter(({ state }) => state === "failed").length,
      };
    }),
  );
