import { randomUUID } from "node:crypto";

import type { VerdictRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Ring } from "#shared/verdicts/rings.ts";

import { deleteVerdictsOf, insertVerdicts, listPresentOf } from "./imported-verdicts.queries.ts";

export { listToolsWithImportedVerdicts } from "./imported-verdicts.queries.ts";

type Db = App["db"];
type Author = Pick<User, "id">;

const TOOLS_AT_ONCE = 100;

interface Adding {
  by: User;
  importedIn: string;
  added: readonly { toolId: string; verdict: Pick<VerdictRow, "ring" | "reason"> | null }[];
  /** Tools that the import creates. Verdicts on them are not recorded as events. */
  newTools: ReadonlySet<string>;
}

/** Stores verdicts on tools that have none, within the transaction of an import. */
export async function addVerdicts(
  app: App,
  db: Db,
  { by, importedIn, added, newTools }: Adding,
): Promise<void> {
  const verdicts = new Map(
    added.flatMap(({ toolId, verdict }) => (verdict === null ? [] : [[toolId, verdict] as const])),
  );
  const ids = [...verdicts.keys()];
  for (let start = 0; start < ids.length; start += TOOLS_AT_ONCE) {
    const present = await listPresentOf(db, ids.slice(start, start + TOOLS_AT_ONCE));
    const undecided = present.filter(({ revision }) => revision === null);
    await insertVerdicts(
      db,
      undecided.flatMap(({ id: toolId, version }) => {
        const verdict = verdicts.get(toolId);
        if (!verdict) return [];
        return {
          ...verdict,
          id: randomUUID(),
          toolId,
          revision: 1,
          clearance: null,
          lookAgainOn: null,
          decidedBy: by.id,
          decidedAt: app.now().toISOString(),
          toolVersion: version,
          askedAt: null,
          importedIn,
        };
      }),
    );
    await recordChanges(
      app,
      db,
      by,
      undecided.filter(({ id }) => !newTools.has(id)),
    );
    await yieldToEventLoop();
  }
}

interface Undo {
  by: Author;
  importedIn: string;
  toolIds: readonly string[];
}

/**
 * Removes an import's verdicts on these few tools unless someone has decided since. Returns the affected tools, and
 * those with later verdicts.
 */
export async function undoImportedVerdicts(
  app: App,
  db: Db,
  { by, importedIn, toolIds }: Undo,
): Promise<{ taken: string[]; left: string[] }> {
  if (toolIds.length === 0) return { taken: [], left: [] };
  const before = await listPresentOf(db, toolIds);
  await deleteVerdictsOf(db, importedIn, toolIds);
  const changed = new Set(await recordChanges(app, db, by, before));
  return {
    taken: toolIds.filter((id) => changed.has(id)),
    left: toolIds.filter((id) => !changed.has(id)),
  };
}

/** Records in the activity log which of these tools have a different verdict now. Returns those tools. */
async function recordChanges(
  app: App,
  db: Db,
  by: Author,
  before: readonly { id: string; revision: number | null; ring: Ring | null }[],
): Promise<string[]> {
  const former = new Map(before.map((tool) => [tool.id, tool]));
  const now = await listPresentOf(db, [...former.keys()]);
  const changed = now.filter(({ id, revision }) => former.get(id)?.revision !== revision);
  await recordEvents(
    app,
    db,
    changed.map(({ id, name, ring }) => ({
      actorId: by.id,
      verb: "decided",
      kind: "tool",
      itemId: id,
      title: name,
      detail: { ringFrom: former.get(id)?.ring ?? null, ringTo: ring },
    })),
  );
  return changed.map(({ id }) => id);
}
