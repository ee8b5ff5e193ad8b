import type { App } from "#server/app.ts";
import { listVersions, restoreVersion } from "#server/kernel/items/history.service.ts";
import type { Library } from "#server/kernel/items/library-kind.service.ts";
import { addItem, editItem, getItem, listAllItems, listItems } from "#server/kernel/items/library.service.ts";
import { removeItem } from "#server/kernel/items/removal.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { RemovalRequest } from "#shared/kernel/deletions.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import type { RestoreRequest, VersionOf, VersionsRequest } from "#shared/kernel/versions.ts";
import { sortReleaseNotes } from "#shared/tools/release-note-list.ts";
import {
  EMPTY_TOOL,
  MAX_TOOL_NAMES,
  type NewTool,
  type Tool,
  type ToolEdit,
  type ToolFields,
  type ToolNames,
} from "#shared/tools/tools.ts";

import { listNames, toolStore } from "./tools.queries.ts";

export const toolLibrary: Library<Tool, ToolFields> = {
  kind: "tool",
  store: toolStore,
  titleOf: ({ name }) => name,
  pictureOf: ({ logoUrl }) => logoUrl,
  emptyFields: EMPTY_TOOL,
  create: (fields, base, time) => ({ ...fields, ...base, dateUpdated: time }),
  touch: (time) => ({ dateUpdated: time }),
  prepare: (_app, fields) => ({
    ...fields,
    ...(fields.releaseNotes && { releaseNotes: sortReleaseNotes(fields.releaseNotes) }),
  }),
};

/** Lists tools, last updated first. */
export const listTools = (app: App, input: PageRequest): Promise<Page<Tool>> =>
  listItems(app, toolLibrary, input);

/** Lists all tools, last updated first. */
export const listAllTools = (app: App): Promise<Tool[]> => listAllItems(app, toolLibrary);

/** Lists tool names for selection. */
export const listToolNames = async (app: App): Promise<ToolNames> => ({
  items: await listNames(app.db, MAX_TOOL_NAMES),
});

/** Returns one tool. Throws 404 if there is none. */
export const getTool = (app: App, id: string): Promise<Tool> => getItem(app, toolLibrary, id);

/** Adds a tool owned by the user. */
export const addTool = (app: App, by: User, fields: NewTool): Promise<Tool> =>
  addItem(app, toolLibrary, { by, fields });

/** Updates the given fields. Throws 409 with the current tool if it has changed since. */
export const editTool = (app: App, by: User, { id, revision, ...changes }: ToolEdit): Promise<Tool> =>
  editItem(app, toolLibrary, { by, id, revision, changes });

/** Lists all versions of a tool, current one first. */
export const listToolVersions = (app: App, input: VersionsRequest): Promise<Page<VersionOf<ToolFields>>> =>
  listVersions(app, toolLibrary, input);

/** Restores an old version of a tool as the newest. Throws 409 if the tool has changed since. */
export const restoreTool = (app: App, by: User, input: RestoreRequest): Promise<Tool> =>
  restoreVersion(app, toolLibrary, by, input);

/** Deletes a tool with its news and verdicts, regardless of who added it. */
export async function removeTool(
  app: App,
  by: User,
  request: RemovalRequest,
): Promise<{ deletionId: string }> {
  const { deletionId } = await removeItem(app, toolLibrary, { by, ...request });
  return { deletionId };
}
