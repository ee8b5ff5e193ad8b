import { on } from "node:events";

import type { App } from "#server/app.ts";
import type { JobName, JobOverview, JobProgress, StartedJob } from "#shared/jobs.ts";
import type { User } from "#shared/users.ts";

/** Every job with its next hour and its last runs. */
export const jobsOverview = (app: App): Promise<JobOverview[]> => app.jobs.overview();

/** Starts a job in the background, or answers the run of it that is under way. */
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

/** The overview now and after every change, until the signal says that nobody listens any more. */
export async function* watchJobs(app: App, signal: AbortSignal | undefined): AsyncGenerator<JobOverview[]> {
  // Listens before the first look, so that nothing falls between the two.
  const changes = on(app.events, "jobs", { signal });
  yield await app.jobs.overview();
  try {
    for await (const _ of changes) yield await app.jobs.overview();
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
