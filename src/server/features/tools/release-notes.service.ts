import pLimit from "p-limit";

import type { App, JobWork } from "#server/app.ts";
import { upstreamFailed } from "#server/errors.ts";
import {
  oncePerSource,
  type ReportError,
  requireAnswer,
  SourceErrors,
} from "#server/features/sources/source-errors.service.ts";
import { fetchFor } from "#server/features/sources/sources.service.ts";
import { SingleFlight } from "#server/kernel/async/promises.ts";
import { reviseItem } from "#server/kernel/items/library.service.ts";
import { lastRuns } from "#server/kernel/jobs/job-runs.service.ts";
import { startJob } from "#server/kernel/jobs/jobs.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { withoutKnown } from "#shared/news/entry-identity.ts";
import type { StartedJob } from "#shared/operations/jobs.ts";
import { addReleaseNote, MAX_RELEASE_NOTES, sortReleaseNotes } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { askReleaseSources, searchReleases } from "./release-search.service.ts";
import { getTool, listAllTools, toolLibrary } from "./tools.service.ts";

/** Adds one note to a tool's list, even if the tool has changed since. */
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

/** Number of tools processed at once. The outbound client limits requests for each host. */
const AT_ONCE = 4;

const refreshes = new SingleFlight<Refreshed>();

/**
 * Finds release notes of a tool and merges them with the existing ones by address. Throws 502 if every source failed.
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
  const { releaseNotes, added } = await save(app, user, tool.id, [...listed.notes, ...searched.notes]);
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

/** Starts a search for release notes of every tool. */
export const startRefreshingAll = (app: App, user: User): Promise<StartedJob> =>
  startJob(app, user, { name: "release-notes.fetch", message: "This may take several minutes to complete." });

/**
 * Finds release notes of every tool, a few at once. Continues after a failure. The next run resumes an interrupted
 * one.
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

/** Lists every tool, with those already processed by unfinished runs last. */
async function toolsInTurn(app: App): Promise<Tool[]> {
  const items = await listAllTools(app);
  // Sorted by id, an order that the run's results don't change.
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
  // Search costs money, so the server searches only for tools without results from other sources.
  const searched =
    listed.notes.length > 0 ? null : await searchReleases(app, null, tool, reportError, signal);
  const { added } = await save(app, null, tool.id, searched?.notes ?? listed.notes);
  return { added, isAnswered: listed.isAnswered || searched?.isAnswered === true };
}

/** Merges the results with the tool's current notes. Leaves a tool without new notes unchanged. */
async function save(app: App, by: User | null, id: string, found: readonly ReleaseNote[]) {
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

/**
 * Merges new notes into a tool's notes, newest first, without duplicate addresses. Existing notes are unchanged.
 * Beyond the limit, drops the oldest notes from the new notes' sites, never manual ones.
 */
function mergeReleaseNotes(present: readonly ReleaseNote[], found: readonly ReleaseNote[]): ReleaseNote[] {
  const added = withoutKnown([...new Map(found.map((note) => [note.url, note])).values()], present);
  const merged = sortReleaseNotes([...present, ...added]);
  const surplus = merged.length - MAX_RELEASE_NOTES;
  if (surplus <= 0) return merged;
  const hosts = new Set(found.map(({ url }) => new URL(url).host));
  const isReplaceable = ({ url }: ReleaseNote) => URL.canParse(url) && hosts.has(new URL(url).host);
  const dropped = new Set(merged.filter(isReplaceable).slice(-surplus));
  return merged.filter((note) => !dropped.has(note));
}
