import { importTools, importReadings } from "#server/features/imports/import.service.ts";
import {
  addPrompt,
  editPrompt,
  importPrompts,
  promptLibrary,
  removePrompt,
} from "#server/features/prompts/prompts.service.ts";
import {
  addReading,
  editReading,
  readingLibrary,
  removeReading,
} from "#server/features/readings/readings.service.ts";
import {
  addTool,
  editTool,
  listAllTools,
  removeTool,
  toolLibrary,
} from "#server/features/tools/tools.service.ts";
import { restoreVersion } from "#server/kernel/items/history.service.ts";
import { listAllItems } from "#server/kernel/items/library.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { promptImportRequestSchema } from "#shared/imports/prompts/prompt-import.ts";
import { readingImportRequestSchema } from "#shared/imports/reading-import.ts";
import type { ImportReport } from "#shared/imports/request.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";
import type { RestoreRequest } from "#shared/kernel/versions.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";

import type { TestApp } from "./test-app.ts";

export { LIBRARY_KINDS as KINDS, type LibraryKind as Kind } from "#shared/kernel/item-address.ts";

/** An item of any kind, with the same fields. */
export interface Named {
  id: string;
  name: string;
  notes: string | null;
  revision: number;
}

interface Edit {
  id: string;
  name?: string;
  notes?: string;
  revision?: number;
}

/** Operations on items of a kind, through the services behind people's calls. */
export interface ItemOperations {
  list(): Promise<Named[]>;
  add(by: User, name: string, picture?: string | null): Promise<{ id: string }>;
  edit(by: User, edit: Edit): Promise<unknown>;
  restoreVersion(by: User, request: RestoreRequest): Promise<unknown>;
  remove(by: User, id: string): Promise<{ deletionId: string }>;
  importRows(by: User, rows: { name: string; notes: string }[]): Promise<ImportReport>;
}

/** Returns the operations of each kind. */
export const operationsOf = (app: TestApp): Record<LibraryKind, ItemOperations> => ({
  tool: {
    list: () => listAllTools(app),
    add: (by, name, logoUrl = null) => addTool(app, by, newToolSchema.parse({ name, logoUrl })),
    edit: (by, edit) => editTool(app, by, edit),
    restoreVersion: (by, request) => restoreVersion(app, toolLibrary, by, request),
    remove: (by, id) => removeTool(app, by, { id }),
    importRows: (by, rows) => importTools(app, by, importRequestSchema.parse({ rows })),
  },
  prompt: {
    list: () => listAllItems(app, promptLibrary),
    add: (by, name, exampleImageUrl = null) =>
      addPrompt(app, by, newPromptSchema.parse({ name, prompt: name, exampleImageUrl })),
    edit: (by, edit) => editPrompt(app, by, { note: null, ...edit }),
    restoreVersion: (by, request) => restoreVersion(app, promptLibrary, by, request),
    remove: (by, id) => removePrompt(app, by, { id }),
    importRows: (by, rows) =>
      importPrompts(
        app,
        by,
        promptImportRequestSchema.parse({ rows: rows.map((row) => ({ ...row, prompt: row.name })) }),
      ),
  },
  reading: {
    list: async () =>
      (await listAllItems(app, readingLibrary)).map(({ title, ...rest }) => ({ ...rest, name: title })),
    add: (by, title, imageUrl = null) =>
      addReading(app, by, newReadingSchema.parse({ title, author: "Somebody", imageUrl })),
    edit: (by, { name, ...edit }) =>
      editReading(app, by, { ...edit, ...(name !== undefined && { title: name }) }),
    restoreVersion: (by, request) => restoreVersion(app, readingLibrary, by, request),
    remove: (by, id) => removeReading(app, by, { id }),
    importRows: (by, rows) =>
      importReadings(
        app,
        by,
        readingImportRequestSchema.parse({
          rows: rows.map(({ name, notes }) => ({ title: name, author: "Somebody", notes })),
        }),
      ),
  },
});
