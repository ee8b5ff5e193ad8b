import type { App } from "#server/app.ts";
import type { Log } from "#server/log.ts";
import type { JobName, JobRun } from "#shared/operations/jobs.ts";

import { CommandError, defineCommand, type Terminal } from "./terminal/command.ts";
import { cleanUpOnSignal } from "./terminal/terminal.ts";
import { withApp } from "./with-app.ts";

const JOBS = {
  papers: "papers.fetch",
  news: "news.fetch",
  "release-notes": "release-notes.fetch",
} as const satisfies Readonly<Record<string, JobName>>;

export const fetchCommand = defineCommand({
  name: "fetch",
  summary: "Fetch papers, news or release notes now",
  details: ["Runs the scheduled job right away. Sources that fail are listed; the rest are used."],
  args: { WHAT: { about: "what to fetch", choices: ["papers", "news", "release-notes"] } },
  json: "job, state, counts, sourceErrors (each with source and message), error or null",
  isLong: true,
  example: "fetch news",
  async run({ args: { WHAT: what } }, terminal) {
    const job = JOBS[what];
    await withApp({ ...terminal, log: silenceUnlessInfo(terminal.log) }, (app) =>
      // Records the run as interrupted, so that the server catches up on it.
      cleanUpOnSignal(
        () => app.jobs.stop(),
        async () => {
          const { runId, isNew, ended } = await app.jobs.start(job, "command");
          if (!isNew) throw new CommandError("a server is already fetching this; see Jobs in Admin");
          await terminal.progress.during(
            `Fetching ${what.replace("-", " ")}`,
            () => ended,
            async () => formatProgress(await findRun(app, job, runId)),
          );
          report(await findRun(app, job, runId), terminal);
        },
      ),
    );
  },
});

const formatProgress = ({ done, total }: JobRun): string | undefined =>
  total === null ? undefined : `${done} of ${total}`;

/** The report already contains failures. The log is for users who want more details. */
const silenceUnlessInfo = (log: Log): Log =>
  log.isLevelEnabled("info") ? log : log.child({}, { level: "silent" });

async function findRun(app: App, job: JobName, runId: string): Promise<JobRun> {
  const overview = await app.jobs.overview();
  const run = overview.find(({ name }) => name === job)?.runs.find(({ id }) => id === runId);
  if (!run) throw new CommandError("the run wasn't recorded");
  return run;
}

function report({ job, counts, sourceErrors, state, error }: JobRun, terminal: Terminal): void {
  const hasSucceeded = state === "succeeded";
  const sums = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  terminal.report({ job, state, counts, sourceErrors, error }, [
    ...sourceErrors.map(({ source, message }) => `${source}: ${message}`),
    ...(hasSucceeded ? [sums.join(", ")] : []),
  ]);
  if (!hasSucceeded) throw new CommandError(error ?? "the run was interrupted");
}
