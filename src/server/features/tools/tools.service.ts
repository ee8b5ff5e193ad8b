import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { readPage } from "#server/paging.ts";
import type { Page, PageRequest } from "#shared/paging.ts";
import { sortReleaseNotes } from "#shared/release-notes.ts";
import type { NewTool, Tool, ToolEdit, ToolFields } from "#shared/tools.ts";
import type { User } from "#shared/users.ts";

import { deleteTool, findTool, insertTools, listToolRows, updateTool } from "./tools.queries.ts";

/** Tools, last updated first. */
export const listTools = (app: App, input: PageRequest): Promise<Page<Tool>> =>
  readPage(
    input,
    (slice) => listToolRows(app.db, slice),
    ({ dateUpdated, id }) => [dateUpdated, id],
  );

/** One tool, or a refusal with 404. */
export async function getTool(app: App, id: string): Promise<Tool> {
  const tool = await findTool(app.db, id);
  if (!tool) throw notFound("Tool not found");
  return tool;
}

/** Adds a tool that belongs to the user. */
export async function addTool(app: App, user: User, input: NewTool): Promise<Tool> {
  const tool = createTool(app, user, input);
  await insertTools(app.db, [tool]);
  return tool;
}

/** A new tool as it will be saved. */
export const createTool = (app: App, user: User, input: NewTool): Tool => ({
  ...input,
  id: randomUUID(),
  releaseNotes: sortReleaseNotes(input.releaseNotes),
  dateUpdated: app.now().toISOString(),
  userId: user.id,
  revision: 1,
});

/**
 * Changes the fields that are given. An edit that names an outdated revision is refused with 409 and the tool as it
 * is now; one that names none overwrites.
 */
export async function editTool(app: App, { id, revision, ...changes }: ToolEdit): Promise<Tool> {
  const tool = await getTool(app, id);
  if (revision !== undefined && revision !== tool.revision) throw outdated(tool);
  const edited = await updateTool(app.db, tool, {
    ...changes,
    ...(changes.releaseNotes && { releaseNotes: sortReleaseNotes(changes.releaseNotes) }),
    dateUpdated: app.now().toISOString(),
  });
  if (edited) return edited;
  // Somebody was quicker since the tool was read a moment ago.
  if (revision !== undefined) throw outdated(await getTool(app, id));
  return editTool(app, { id, ...changes });
}

const outdated = (tool: Tool) =>
  conflict(
    "Someone else changed this tool after you opened it. Review their version, then save again.",
    tool,
  );

/** Changes a tool by what it is at that moment, however many others change it meanwhile. */
export async function changeTool(
  app: App,
  id: string,
  revise: (tool: Tool) => Partial<ToolFields>,
): Promise<Tool> {
  const tool = await getTool(app, id);
  const changes = { ...revise(tool), dateUpdated: app.now().toISOString() };
  return (await updateTool(app.db, tool, changes)) ?? changeTool(app, id, revise);
}

/** Deletes a tool, whoever added it. */
export async function removeTool(app: App, { id }: { id: string }): Promise<void> {
  if (!(await deleteTool(app.db, id))) throw notFound("Tool not found");
}

/** Tools to add, and tools to change with what changes in them. */
export interface ToolChanges {
  added: readonly Tool[];
  edited: readonly { before: Tool; changes: Partial<ToolFields> }[];
}

/** Changes many tools at once, all or none: `plan` sees the catalogue, last updated first, and says what to do. */
export function changeTools<Plan extends ToolChanges>(
  app: App,
  plan: (tools: readonly Tool[]) => Plan,
): Promise<Plan> {
  return app.db.transaction().execute(async (db) => {
    const planned = plan(await listToolRows(db, { after: null, limit: null }));
    const dateUpdated = app.now().toISOString();
    await insertTools(db, planned.added);
    for (const { before, changes } of planned.edited)
      await updateTool(db, before, { ...changes, dateUpdated });
    return planned;
  });
}
