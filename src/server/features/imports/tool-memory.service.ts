import {
  addAliases,
  deleteImportedAliases,
  listToolsWithImportedAliases,
  rescanForNames,
} from "#server/features/aliases/aliases.service.ts";
import {
  addVerdicts,
  listToolsWithImportedVerdicts,
  undoImportedVerdicts,
} from "#server/features/verdicts/decisions.service.ts";
import type { ImportExtras } from "#server/kernel/slice.ts";

import type { MemoryChange } from "./tool-memory.task.ts";

/**
 * Returns the key that an import's aliases and verdicts are stored with. It contains the user id, because another
 * user's import may have the same id.
 */
const importKey = ({ importId, by }: { importId: string; by: { id: string } }): string =>
  `${by.id} ${importId}`;

/** Stores and undoes the aliases and verdicts of imported tools. */
export const toolMemory: ImportExtras = {
  kind: "tool",
  /** Aliases and verdicts that users add while the import is planned take precedence. */
  async store(app, db, { by, importId, changes: { extras, added } }) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- planned by planToolMemory
    const memory = extras as readonly MemoryChange[];
    if (memory.length === 0) return [];
    const origin = { by, importedIn: importKey({ importId, by }) };
    const newTools = new Set(added.map(({ id }) => id));
    await addAliases(app, db, { ...origin, aliasesByTool: memory });
    await addVerdicts(app, db, { ...origin, added: memory, newTools });
    return memory.flatMap(({ toolId, aliases }) => (aliases.length > 0 ? toolId : []));
  },
  async undo(app, db, { by, importId, except, after, limit }) {
    const importedIn = importKey({ importId, by });
    const toolsWithAliases = await listToolsWithImportedAliases(db, importedIn, after, limit);
    const toolsWithVerdicts = await listToolsWithImportedVerdicts(db, importedIn, { after, limit });
    const items = [...new Set([...toolsWithAliases, ...toolsWithVerdicts])].toSorted().slice(0, limit);
    const batch = new Set(items.filter((id) => !except.has(id)));
    const renamed = toolsWithAliases.filter((id) => batch.has(id));
    if (renamed.length > 0) await deleteImportedAliases(db, importedIn, renamed);
    const toolIds = toolsWithVerdicts.filter((id) => batch.has(id));
    const { taken, left } = await undoImportedVerdicts(app, db, { by, importedIn, toolIds });
    return { items, undone: new Set([...renamed, ...taken]), skipped: new Set(left), renamed };
  },
  afterRename: rescanForNames,
};
