import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { unavailable } from "#server/errors.ts";
import { addReleaseNote, type ReleaseNote, type Tool } from "#shared/tools.ts";

import { editTool, getTool, listTools } from "./tools.service.ts";

/** Puts one note into a tool's list, whatever else was changed meanwhile. */
export async function saveReleaseNote(
  app: App,
  { id, date, url }: ReleaseNote & { id: string },
): Promise<Tool> {
  const { releaseNotes } = await getTool(app, id);
  return editTool(app, { id, releaseNotes: addReleaseNote(releaseNotes, { date, url }) });
}

/** Looks for release notes of a tool and merges them by address with those that are there, which are kept. */
export async function refreshReleaseNotes(app: App, { id }: { id: string }) {
  const tool = await getTool(app, id);
  const known = new Set(tool.releaseNotes.map(({ url }) => url));
  const found = (await connectedSource(app).notesOf(tool)).filter(({ url }) => !known.has(url));
  if (found.length === 0)
    return { releaseNotes: tool.releaseNotes, message: "No new release notes were found" };
  const { releaseNotes } = await editTool(app, { id, releaseNotes: [...tool.releaseNotes, ...found] });
  return { releaseNotes, message: `Found ${found.length} new release notes` };
}

/** Starts looking for release notes of every tool, one after the other; one that fails does not stop the rest. */
export function refreshAllReleaseNotes(app: App): { message: string; jobId: string } {
  connectedSource(app);
  const jobId = randomUUID();
  void refreshEach(app, jobId);
  return { message: "This may take several minutes to complete.", jobId };
}

async function refreshEach(app: App, jobId: string): Promise<void> {
  const { items } = await listTools(app, {});
  for (const { id } of items) {
    try {
      await refreshReleaseNotes(app, { id });
    } catch (error) {
      app.log.warn({ err: error, jobId, toolId: id }, "release notes of a tool could not be updated");
    }
  }
}

function connectedSource(app: App) {
  const { releases } = app.integrations;
  if (!releases)
    throw unavailable("This server is not connected to a source of release notes. Add them by hand.");
  return releases;
}
