import { randomUUID } from "node:crypto";

import type { VerdictRow } from "#db/schema.ts";
import type { App, Db, JobWork } from "#server/app.ts";
import { conflict, forbidden, invalid, notFound } from "#server/errors.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { getItem } from "#server/kernel/items/library.service.ts";
import { type NewEvent, recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { loadTitles } from "#server/kernel/texts/texts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { formatItemRef, parseItemRef } from "#shared/kernel/items.ts";
import type { Ring } from "#shared/verdicts/rings.ts";
import type { Decision, ToolVerdict } from "#shared/verdicts/verdicts.ts";

import {
  deleteImportedVerdicts,
  insertEvidence,
  insertVerdicts,
  isDuplicateVerdict,
  listPresentVerdicts,
} from "./decisions.queries.ts";
import { listWithoutReminder, setReminded } from "./verdicts.queries.ts";
import { describeVerdict, findPresent, mayDecide, todayOf } from "./verdicts.service.ts";

/**
 * Stores a verdict on a tool. Throws 409 with the current verdict if its revision differs from the request's. A request
 * without a revision replaces any verdict.
 */
export async function decide(app: App, by: User, decision: Decision): Promise<ToolVerdict> {
  if (!mayDecide(app, by)) throw forbidden("Only admins decide here. You can still vote.");
  if (decision.lookAgainOn !== null && decision.lookAgainOn < todayOf(app))
    throw invalid("Choose today or a later day", "lookAgainOn");
  try {
    return await app.db.transaction().execute(async (db) => {
      await saveVerdict(app, db, by, decision);
      return describeVerdict(app, db, by, decision.toolId);
    });
  } catch (error) {
    // Another user's verdict was stored at the same time.
    if (isDuplicateVerdict(error) && decision.revision === undefined) return decide(app, by, decision);
    if (isDuplicateVerdict(error)) throw await verdictConflict(app.db, decision.toolId);
    throw error;
  }
}

async function saveVerdict(app: App, db: Db, by: User, decision: Decision): Promise<void> {
  const { toolId, revision, ring, reason, clearance, lookAgainOn } = decision;
  const tool = await getItem({ db }, toolLibrary, toolId);
  const before = await findPresent(db, toolId);
  const presentRevision = before?.revision ?? 0;
  if (revision !== undefined && revision !== presentRevision) throw await verdictConflict(db, toolId);
  const evidence = await readEvidence(db, decision);
  const id = randomUUID();
  await insertVerdicts(db, [
    {
      id,
      toolId,
      revision: presentRevision + 1,
      ring,
      reason,
      clearance,
      lookAgainOn,
      decidedBy: by.id,
      decidedAt: app.now().toISOString(),
      toolVersion: tool.version,
      askedAt: null,
      importedIn: null,
    },
  ]);
  const rows = evidence.map((one) => ({ verdictId: id, ...one }));
  await insertEvidence(db, rows);
  const detail = { ringFrom: before?.ring ?? null, ringTo: ring };
  await recordEvents(app, db, [
    { actorId: by.id, verb: "decided", kind: "tool", itemId: toolId, title: tool.name, detail },
  ]);
}

const verdictConflict = async (db: Db, toolId: string) =>
  conflict(
    "Someone else decided on this tool after you opened it. Review their verdict, then save again.",
    (await findPresent(db, toolId)) ?? undefined,
  );

/** Returns the evidence with each item once, with its last stance. Throws 404 for missing items. */
async function readEvidence(db: Db, { toolId, evidence }: Decision) {
  if (evidence.some(({ ref }) => ref === formatItemRef({ kind: "tool", id: toolId })))
    throw invalid("A tool can't be evidence for itself. Remove it, or choose another item.", "evidence");
  const stances = new Map(evidence.map(({ ref, stance }) => [ref, stance]));
  const titles = await loadTitles(db, [...stances.keys()].map(parseItemRef));
  return [...stances].map(([ref, stance]) => {
    if (!titles.has(ref)) throw notFound(`Evidence ${ref} not found. Remove it, or choose another item.`);
    const { kind, id: itemId } = parseItemRef(ref);
    return { kind, itemId, stance };
  });
}

export { listToolsWithImportedVerdicts } from "./decisions.queries.ts";

type Author = Pick<User, "id">;

const TOOLS_PER_BATCH = 100;

interface ImportedVerdicts {
  by: User;
  importedIn: string;
  added: readonly { toolId: string; verdict: Pick<VerdictRow, "ring" | "reason"> | null }[];
  /** Ids of tools that the import creates. Verdicts on them are not recorded as events. */
  newTools: ReadonlySet<string>;
}

/** Stores an import's verdicts on tools without one, within its transaction. */
export async function addVerdicts(
  app: App,
  db: Db,
  { by, importedIn, added, newTools }: ImportedVerdicts,
): Promise<void> {
  const verdicts = new Map(
    added.flatMap(({ toolId, verdict }) => (verdict === null ? [] : [[toolId, verdict] as const])),
  );
  const ids = [...verdicts.keys()];
  for (let start = 0; start < ids.length; start += TOOLS_PER_BATCH) {
    const present = await listPresentVerdicts(db, ids.slice(start, start + TOOLS_PER_BATCH));
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
    const existing = undecided.filter(({ id }) => !newTools.has(id));
    await recordChanges(app, db, by, existing);
    await yieldToEventLoop();
  }
}

interface UndoRequest {
  by: Author;
  importedIn: string;
  toolIds: readonly string[];
}

/**
 * Removes an import's verdicts on these tools, unless someone has decided since. Returns the tools that changed, and
 * those that didn't.
 */
export async function undoImportedVerdicts(
  app: App,
  db: Db,
  { by, importedIn, toolIds }: UndoRequest,
): Promise<{ taken: string[]; left: string[] }> {
  if (toolIds.length === 0) return { taken: [], left: [] };
  const before = await listPresentVerdicts(db, toolIds);
  await deleteImportedVerdicts(db, importedIn, toolIds);
  const changed = new Set(await recordChanges(app, db, by, before));
  return {
    taken: toolIds.filter((id) => changed.has(id)),
    left: toolIds.filter((id) => !changed.has(id)),
  };
}

/** Records an event for each of these tools that has another verdict now. Returns the ids of those tools. */
async function recordChanges(
  app: App,
  db: Db,
  by: Author,
  before: readonly { id: string; revision: number | null; ring: Ring | null }[],
): Promise<string[]> {
  const formerById = new Map(before.map((tool) => [tool.id, tool]));
  const now = await listPresentVerdicts(db, [...formerById.keys()]);
  const changed = now.filter(({ id, revision }) => formerById.get(id)?.revision !== revision);
  await recordEvents(
    app,
    db,
    changed.map(({ id, name, ring }) => ({
      actorId: by.id,
      verb: "decided",
      kind: "tool",
      itemId: id,
      title: name,
      detail: { ringFrom: formerById.get(id)?.ring ?? null, ringTo: ring },
    })),
  );
  return changed.map(({ id }) => id);
}

const BATCH_SIZE = 50;

/**
 * Sends one reminder for each verdict past its review date, to the inbox of the person who decided. Returns the number
 * of reminders.
 */
export async function remindOfVerdicts(app: App, { signal }: JobWork): Promise<Record<string, number>> {
  const today = todayOf(app);
  for (let asked = 0; ;) {
    signal.throwIfAborted();
    const count = await app.db.transaction().execute(async (db) => {
      const verdicts = await listWithoutReminder(db, today, BATCH_SIZE);
      if (verdicts.length === 0) return 0;
      const ids = verdicts.map(({ id }) => id);
      await setReminded(db, ids, app.now().toISOString());
      const events = verdicts.map(({ toolId, name, decidedBy }): NewEvent => ({
        actorId: null,
        verb: "asked-review",
        kind: "tool",
        itemId: toolId,
        title: name,
        addressed: decidedBy === null ? [] : [{ userId: decidedBy, reason: "review" }],
      }));
      await recordEvents(app, db, events);
      return verdicts.length;
    });
    asked += count;
    if (count < BATCH_SIZE) return { asked };
    await yieldToEventLoop();
  }
}
