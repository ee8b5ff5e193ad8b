import { on, once } from "node:events";

import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { SingleFlight } from "#server/single-flight.ts";
import type { JobName, JobOverview, JobProgress, JobRun, RunOutcome, StartedJob } from "#shared/jobs.ts";
import type { User } from "#shared/users.ts";

import { getRun } from "./job-runs.service.ts";

/** A run of another process, such as a command's, sends no event when it ends. */
const LOOK_AGAIN_MS = 5000;

/** Every job with its next hour and its last runs. */
export const jobsOverview = (app: App): Promise<JobOverview[]> => app.jobs.overview();

/** Starts a job in the background, or returns the run of it that is under way. */
export async function startJob(
  app: App,
  user: User,
  { name, message }: { name: JobName; message: string },
): Promise<StartedJob> {
  await app.limits.jobStarts.check(user.id);
  const { runId, isNew } = await app.jobs.start(name, "person", user.id);
  if (isNew) await app.limits.jobStarts.count(user.id);
  return { message, jobId: runId };
}

const sharedOverviews = new SingleFlight<JobOverview[]>();

/** The overview, made once for all who look at it after the same change. */
const sharedOverview = (app: App): Promise<JobOverview[]> =>
  sharedOverviews.run(app, app.marks.readAll(), () => app.jobs.overview());

/** The overview now and after every change, until the signal is aborted. */
export async function* watchJobs(app: App, signal: AbortSignal | undefined): AsyncGenerator<JobOverview[]> {
  // Listens before the first look, so that nothing falls between the two.
  const changes = on(app.events, "jobs", { signal });
  yield await sharedOverview(app);
  try {
    for await (const _ of changes) yield await sharedOverview(app);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** How far a job is, until its run ends; nothing when it does not run. */
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

/** What came of a run, as soon as it has ended. Runs that only admins may start are for admins alone. */
export async function* followRun(
  app: App,
  user: User,
  { id }: { id: string },
  signal: AbortSignal | undefined,
): AsyncGenerator<RunOutcome> {
  const isAdmin = user.role === "admin";
  let run = await getRun(app, id);
  if (!isAdmin && run.job !== "news.fetch") throw notFound("Run not found");
  while (run.state === "running") {
    await nextChange(app, signal);
    if (signal?.aborted) return;
    run = await getRun(app, id);
  }
  yield toOutcome(run, isAdmin);
}

async function nextChange(app: App, signal: AbortSignal | undefined): Promise<void> {
  const limits = [AbortSignal.timeout(LOOK_AGAIN_MS), ...(signal ? [signal] : [])];
  // Rejects when the limit is reached, and then it is time to look all the same.
  await once(app.events, "jobs", { signal: AbortSignal.any(limits) }).catch(() => {});
}

const toOutcome = ({ job, state, counts, sourceErrors, error }: JobRun, isAdmin: boolean): RunOutcome => ({
  job,
  state,
  counts,
  failedSources: sourceErrors.length,
  error: isAdmin ? error : null,
});
