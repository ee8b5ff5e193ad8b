import type { App } from "#server/app.ts";
import { addAliases, takeAliasesBack } from "#server/features/aliases/imported-aliases.service.ts";
import { addVerdicts, takeVerdictsBack } from "#server/features/verdicts/imported-verdicts.service.ts";
import type { User } from "#shared/accounts/users.ts";

import type { ImportChanges } from "./import-call.ts";
import { importKey } from "./import-key.ts";

type Db = App["db"];

/**
 * Stores what an import brings to tools beside their fields, within its transaction. Aliases and verdicts
 * that somebody adds while the import is planned take precedence.
 */
export async function storeMemory(
  app: App,
  db: Db,
  { by, importId, changes: { memory, added } }: { by: User; importId: string; changes: ImportChanges },
): Promise<void> {
  if (memory.length === 0) return;
  const how = { by, importedIn: importKey({ importId, by }) };
  const newTools = new Set(added.map(({ id }) => id));
  await addAliases(app, db, { ...how, given: memory });
  await addVerdicts(app, db, { ...how, added: memory, newTools });
}

interface TakenBack {
  taken: ReadonlySet<string>;
  /** Tools with later decisions, whose verdicts are left alone. */
  left: ReadonlySet<string>;
  /** Tools that lost aliases. */
  renamed: readonly string[];
}

/** Undoes an import's changes to aliases, verdicts and votes, except for the given tools. Returns the changed tools. */
export async function takeMemoryBack(
  app: App,
  db: Db,
  { by, importId, except }: { by: User; importId: string; except: ReadonlySet<string> },
): Promise<TakenBack> {
  const undo = { by, importedIn: importKey({ importId, by }), except };
  const renamed = await takeAliasesBack(db, undo);
  const { taken, left } = await takeVerdictsBack(app, db, undo);
  return { taken: new Set([...renamed, ...taken]), left: new Set(left), renamed };
}
