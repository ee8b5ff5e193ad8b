import { readForNamesOf } from "#server/features/aliases/aliases.service.ts";
import { addAliases, takeAliasesBack } from "#server/features/aliases/imported-aliases.service.ts";
import { addVerdicts, takeVerdictsBack } from "#server/features/verdicts/imported-verdicts.service.ts";
import { importKey } from "#server/kernel/imports/import-call.ts";
import type { ImportExtras } from "#server/kernel/slice.ts";

import type { MemoryChange } from "./memory-plan.ts";

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
  async undo(app, db, { by, importId, except }) {
    const undo = { by, importedIn: importKey({ importId, by }), except };
    const renamed = await takeAliasesBack(db, undo);
    const { taken, left } = await takeVerdictsBack(app, db, undo);
    return { taken: new Set([...renamed, ...taken]), left: new Set(left), renamed };
  },
  afterRename: readForNamesOf,
};
