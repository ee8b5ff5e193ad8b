import {
  addAliases,
  deleteAliasesOf,
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

/** Returns an import's key in its items. It contains the user, because other users may have the same import id. */
const importKey = ({ importId, by }: { importId: string; by: { id: string } }): string =>
  `${by.id} ${importId}`;

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
    return { items, undone: new Set([...renamed, ...taken]), skipped: new Set(left), renamed };
  },
  afterRename: rescanForNames,
};
