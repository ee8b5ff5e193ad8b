import pLimit from "p-limit";

import type { App, JobWork } from "#server/app.ts";
import { upstreamFailed } from "#server/errors.ts";
import { fetchFor } from "#server/features/sources/fetch-for-person.service.ts";
import {
  oncePerSource,
  type ReportError,
  requireAnswer,
  SourceErrors,
} from "#server/features/sources/source-errors.service.ts";
import { SingleFlight } from "#server/kernel/async/single-flight.ts";
import { reviseItem } from "#server/kernel/items/library.service.ts";
import { lastRuns } from "#server/kernel/jobs/job-runs.service.ts";
import { startJob } from "#server/kernel/jobs/jobs.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { StartedJob } from "#shared/operations/jobs.ts";
import { addReleaseNote } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { mergeReleaseNotes } from "./merge-release-notes.ts";
import { askReleaseSources, searchReleases } from "./release-search.service.ts";
import { getTool, listAllTools, toolLibrary } from "./tools.service.ts";

/** Puts one note into a tool's list, whatever else was changed meanwhile. */
export const saveReleaseNote = (
  app: App,
  by: User,
  { id, date, url }: ReleaseNote & { id: string },
): Promise<Tool> =>
  reviseItem(app, toolLibrary, {
    by,
    id,
    revise: ({ releaseNotes }) => ({ releaseNotes: addReleaseNote(releaseNotes, { date, url }) }),
  });

interface Refreshed {
  releaseNotes: ReleaseNote[];
  message: string;
}

/** How many tools a run works on at once; the way out takes care of each host. */
const AT_ONCE = 4;

const refreshes = new SingleFlight<Refreshed>();

/**
 * Looks for release notes of a tool and merges them by address with those that are there, which are kept. Throws 502
 * when every source failed.
 */
export async function refreshReleaseNotes(app: App, user: User, { id }: { id: string }): Promise<Refreshed> {
  const tool = await getTool(app, id);
  return refreshes.run(app, id, () => fetchFor(app, user, () => refresh(app, user, tool)));
}

async function refresh(app: App, user: User, tool: Tool): Promise<Refreshed> {
  const sourceErrors = new SourceErrors(app, { toolId: tool.id });
  const [listed, searched] = await Promise.all([
    askReleaseSources(app, tool, sourceErrors.report),
    searchReleases(app, user.id, tool, sourceErrors.report),
  ]);
  const { releaseNotes, added } = await keep(app, user, tool.id, [...listed.notes, ...searched.notes]);
  const reasons = sourceErrors.all.map(({ source, message }) => `${source}: ${message}`);
  if (added > 0) {
    const found = `Found ${added} new release ${added === 1 ? "note" : "notes"}`;
    return { releaseNotes, message: [found, ...reasons].join(". ") };
  }
  const advice = reasons.length > 0 ? reasons : adviceFor(tool);
  const message = ["No new release notes found", ...advice].join(". ");
  if (reasons.length > 0 && !listed.isAnswered && !searched.isAnswered) throw upstreamFailed(message);
  return { releaseNotes, message };
}

const adviceFor = ({ url }: Tool): string[] =>
  url === null ? ["Add the tool's URL so we can check its site and GitHub."] : [];

/** Starts looking for release notes of every tool. */
export const startRefreshingAll = (app: App, user: User): Promise<StartedJob> =>
  startJob(app, user, { name: "release-notes.fetch", message: "This may take several minutes to complete." });

/**
 * Looks for release notes of every tool, a few at once; one that fails does not stop the rest. A run that was cut off
 * is gone on with by the next one.
 */
export async function refreshAllReleaseNotes(
  app: App,
  { signal, progress, reportError }: JobWork,
): Promise<Record<string, number>> {
  const tools = await toolsInTurn(app);
  const counts = { tools: tools.length, answered: 0, added: 0 };
  let failed = 0;
  const reportOnce = oncePerSource((source, error) => {
    failed += 1;
    reportError(source, error);
  });
  let done = 0;
  await pLimit(AT_ONCE).map(tools, async (tool) => {
    signal.throwIfAborted();
    const { added, isAnswered } = await refreshOfTool(app, tool, signal, reportOnce);
    counts.added += added;
    counts.answered += Number(isAnswered);
    done += 1;
    progress(done, tools.length);
  });
  requireAnswer(counts.answered, failed);
  return counts;
}

/** Every tool; those come last that were done by the runs that did not get to the end. */
async function toolsInTurn(app: App): Promise<Tool[]> {
  const items = await listAllTools(app);
  // An order that what a run finds does not change.
  const tools = items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const runs = (await lastRuns(app, "release-notes.fetch", 20)).filter(({ state }) => state !== "running");
  const complete = runs.findIndex(({ state }) => state === "succeeded");
  const cutOff = complete < 0 ? runs : runs.slice(0, complete);
  const done = cutOff.reduce((sum, run) => sum + run.done, 0) % Math.max(tools.length, 1);
  return [...tools.slice(done), ...tools.slice(0, done)];
}

async function refreshOfTool(app: App, tool: Tool, signal: AbortSignal, reportError: ReportError) {
  const reportOfTool: ReportError = (source, error) => {
    reportError(`${source} (${tool.name})`, error);
  };
  const listed = await askReleaseSources(app, tool, reportOfTool, signal);
  // A search costs money: by itself the server pays for tools only of which nobody else knows.
  const searched =
    listed.notes.length > 0 ? null : await searchReleases(app, null, tool, reportError, signal);
  const { added } = await keep(app, null, tool.id, searched?.notes ?? listed.notes);
  return { added, isAnswered: listed.isAnswered || searched?.isAnswered === true };
}

/** Merges what was found with what the tool has by now; a tool to which nothing comes is not touched. */
async function keep(app: App, by: User | null, id: string, found: readonly ReleaseNote[]) {
  const { releaseNotes: before } = await getTool(app, id);
  const known = new Set(before.map(({ url }) => url));
  const isNew = ({ url }: ReleaseNote) => !known.has(url);
  if (!mergeReleaseNotes(before, found).some(isNew)) return { releaseNotes: before, added: 0 };
  const { releaseNotes } = await reviseItem(app, toolLibrary, {
    by,
    id,
    revise: (tool) => ({ releaseNotes: mergeReleaseNotes(tool.releaseNotes, found) }),
  });
  return { releaseNotes, added: releaseNotes.filter(isNew).length };
}
