import type { App } from "#server/app.ts";
import {
  addAliases,
  deleteAliasesOf,
  listToolsWithImportedAliases,
  rescanForNames,
} from "#server/features/aliases/aliases.service.ts";
import { starterTools } from "#server/features/tools/starter-catalogue.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import {
  addVerdicts,
  listToolsWithImportedVerdicts,
  undoImportedVerdicts,
} from "#server/features/verdicts/decisions.service.ts";
import { mayDecide } from "#server/features/verdicts/verdicts.service.ts";
import { importKey } from "#server/kernel/imports/import-rules.ts";
import { runImport } from "#server/kernel/imports/import-run.service.ts";
import type { ImportExtras } from "#server/kernel/slice.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ToolField } from "#shared/fields/tool-fields.ts";
import type { ImportReport, MappingOf } from "#shared/imports/request.ts";
import type { ImportRequest } from "#shared/imports/tool-import.ts";

import type { MemoryChange } from "./tool-memory.task.ts";

/** Imports the rows of a call as tools. Reports the effect of each, or in a dry run the expected one. */
export const importTools = (
  app: App,
  user: User,
  input: ImportRequest,
  signal?: AbortSignal,
): Promise<ImportReport> =>
  runImport(app, user, toolLibrary, input, { signal, mayDecide: mayDecide(app, user) });

/** Adds those well-known tools that are missing in the catalogue. Changes no existing ones. */
export const importStarterTools = (app: App, user: User, signal?: AbortSignal): Promise<ImportReport> =>
  runImport(app, user, toolLibrary, { rows: starterTools, isAddingOnly: true }, { signal });

interface ToolRows {
  rows: readonly unknown[];
  mapping?: MappingOf<ToolField> | undefined;
  mergeNames?: ImportRequest["mergeNames"];
  dryRun?: boolean;
}

/** Imports any number of rows as tools, for a program without other users. */
export const importRows = (app: App, user: User, input: ToolRows): Promise<ImportReport> =>
  runImport(app, user, toolLibrary, input, { isAlone: true, mayDecide: mayDecide(app, user) });

/** Aliases and verdicts of imported tools. */
export const toolMemory: ImportExtras = {
  kind: "tool",
  /** Aliases and verdicts that somebody adds while the import is planned take precedence. */
  async store(app, db, { by, importId, changes: { extras, added } }) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- planned by planToolMemory
    const memory = extras as readonly MemoryChange[];
    if (memory.length === 0) return [];
    const how = { by, importedIn: importKey({ importId, by }) };
    const newTools = new Set(added.map(({ id }) => id));
    await addAliases(app, db, { ...how, given: memory });
    await addVerdicts(app, db, { ...how, added: memory, newTools });
    return memory.flatMap(({ toolId, aliases }) => (aliases.length > 0 ? toolId : []));
  },
  async undo(app, db, { by, importId, except, after, limit }) {
    const importedIn = importKey({ importId, by });
    const named = await listToolsWithImportedAliases(db, importedIn, after, limit);
    const decided = await listToolsWithImportedVerdicts(db, importedIn, { after, limit });
    const items = [...new Set([...named, ...decided])].toSorted().slice(0, limit);
    const batch = new Set(items.filter((id) => !except.has(id)));
    const renamed = named.filter((id) => batch.has(id));
    if (renamed.length > 0) await deleteAliasesOf(db, importedIn, renamed);
    const toolIds = decided.filter((id) => batch.has(id));
    const { taken, left } = await undoImportedVerdicts(app, db, { by, importedIn, toolIds });
    return { items, taken: new Set([...renamed, ...taken]), left: new Set(left), renamed };
  },
  afterRename: rescanForNames,
};
