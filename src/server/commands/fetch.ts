import type { App } from "#server/app.ts";
import type { Log } from "#server/log.ts";
import type { JobName, JobRun } from "#shared/jobs.ts";

import { type Command, CommandError, UsageError, readArguments, withApp } from "./command.ts";

const JOBS: Readonly<Record<string, JobName>> = {
  papers: "papers.fetch",
  news: "news.fetch",
  "release-notes": "release-notes.fetch",
};

export const fetchCommand: Command = {
  name: "fetch",
  usage: Object.keys(JOBS).join("|"),
  summary: "Fetch papers, news or release notes now",
  details: ["Runs the scheduled job right away. Sources that fail are listed; the rest are used."],
  async run(args, terminal) {
    const [what = ""] = readArguments(args, { least: 1, most: 1 }, {}).places;
    const job = Object.hasOwn(JOBS, what) ? JOBS[what] : undefined;
    if (!job) throw new UsageError(`unknown source "${what}"`);
    await withApp({ config: terminal.config, log: besideReport(terminal.log) }, async (app) => {
      const { runId, isNew, ended } = await app.jobs.start(job, "command");
      if (!isNew) throw new CommandError("a server is already fetching this; see Admin Tools");
      await ended;
      report(await findRun(app, job, runId), terminal.print);
    });
  },
};

/** The report has what failed; a log beside it is for whoever wants more than usual. */
const besideReport = (log: Log): Log =>
  log.isLevelEnabled("info") ? log : log.child({}, { level: "silent" });

async function findRun(app: App, job: JobName, runId: string): Promise<JobRun> {
  const overview = await app.jobs.overview();
  const run = overview.find(({ name }) => name === job)?.runs.find(({ id }) => id === runId);
  if (!run) throw new CommandError("the run wasn't recorded");
  return run;
}

function report({ counts, sourceErrors, state, error }: JobRun, print: (line: string) => void): void {
  for (const { source, message } of sourceErrors) print(`${source}: ${message}`);
  if (state !== "succeeded") throw new CommandError(error ?? "the run was interrupted");
  const sums = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  print(sums.join(", "));
}
