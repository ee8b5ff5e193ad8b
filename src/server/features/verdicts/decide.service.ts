import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { conflict, forbidden, invalid, notFound } from "#server/errors.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import { getItem } from "#server/kernel/items/library.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { titlesOf } from "#server/kernel/texts/texts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { formatItemRef, parseItemRef } from "#shared/kernel/items.ts";
import type { Decision, ToolVerdict } from "#shared/verdicts/verdicts.ts";

import { insertEvidence } from "./evidence.queries.ts";
import { insertVerdict, isTaken } from "./verdicts.queries.ts";
import { describeVerdict, findPresent, mayDecide, todayOf } from "./verdicts.service.ts";

type Db = App["db"];

/**
 * Stores a verdict on a tool. Throws 409 with the current verdict if its revision differs from the given one. Without
 * a revision, replaces it.
 */
export async function decide(app: App, by: User, decision: Decision): Promise<ToolVerdict> {
  if (!mayDecide(app, by)) throw forbidden("Only admins decide here. You can still vote.");
  if (decision.lookAgainOn !== null && decision.lookAgainOn < todayOf(app))
    throw invalid("Choose today or a later day", "lookAgainOn");
  try {
    return await app.db.transaction().execute(async (db) => {
      await save(app, db, by, decision);
      return describeVerdict(app, db, by, decision.toolId);
    });
  } catch (error) {
    // With two concurrent verdicts, the other was stored first.
    if (isTaken(error) && decision.revision === undefined) return decide(app, by, decision);
    if (isTaken(error)) throw await outdated(app.db, decision.toolId);
    throw error;
  }
}

async function save(app: App, db: Db, by: User, decision: Decision): Promise<void> {
  const { toolId, revision, ring, reason, clearance, lookAgainOn } = decision;
  const tool = await getItem({ db }, toolLibrary, toolId);
  const before = await findPresent(db, toolId);
  const present = before?.revision ?? 0;
  if (revision !== undefined && revision !== present) throw await outdated(db, toolId);
  const evidence = await readEvidence(db, decision);
  const id = randomUUID();
  await insertVerdict(db, {
    id,
    toolId,
    revision: present + 1,
    ring,
    reason,
    clearance,
    lookAgainOn,
    decidedBy: by.id,
    decidedAt: app.now().toISOString(),
    toolVersion: tool.version,
    askedAt: null,
    importedIn: null,
  });
  await insertEvidence(
    db,
    evidence.map((one) => ({ verdictId: id, ...one })),
  );
  const detail = { ringFrom: before?.ring ?? null, ringTo: ring };
  await recordEvents(app, db, [
    { actorId: by.id, verb: "decided", kind: "tool", itemId: toolId, title: tool.name, detail },
  ]);
}

const outdated = async (db: Db, toolId: string) =>
  conflict(
    "Someone else decided on this tool after you opened it. Review their verdict, then save again.",
    (await findPresent(db, toolId)) ?? undefined,
  );

/** Returns the evidence with each item once, its last entry. Throws 404 for missing items. */
async function readEvidence(db: Db, { toolId, evidence }: Decision) {
  if (evidence.some(({ ref }) => ref === formatItemRef({ kind: "tool", id: toolId })))
    throw invalid("A tool can't be evidence for itself. Remove it, or choose another item.", "evidence");
  const stances = new Map(evidence.map(({ ref, stance }) => [ref, stance]));
  const titles = await titlesOf(db, [...stances.keys()].map(parseItemRef));
  return [...stances].map(([ref, stance]) => {
    if (!titles.has(ref)) throw notFound(`Evidence ${ref} not found. Remove it, or choose another item.`);
    const { kind, id: itemId } = parseItemRef(ref);
    return { kind, itemId, stance };
  });
}
