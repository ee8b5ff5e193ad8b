import { randomUUID } from "node:crypto";

import type { VerdictEvidenceRow, VerdictRow, VerdictVoteRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { yieldToEventLoop } from "#server/yield-to-event-loop.ts";
import type { Ring } from "#shared/rings.ts";
import type { User } from "#shared/users.ts";

import { insertEvidence } from "./evidence.queries.ts";
import {
  deleteVerdictsOf,
  deleteVotesOf,
  insertVerdicts,
  insertVotes,
  listPresentOf,
  listToolsIn,
} from "./imported-verdicts.queries.ts";

type Db = App["db"];

const TOOLS_AT_ONCE = 100;

/** Verdicts that an import brings, the oldest first. */
interface AddedVerdicts {
  toolId: string;
  verdicts: readonly (Pick<
    VerdictRow,
    "ring" | "reason" | "clearance" | "lookAgainOn" | "decidedBy" | "decidedAt" | "toolVersion"
  > & {
    evidence: readonly {
      kind: VerdictEvidenceRow["kind"];
      id: string;
      stance: VerdictEvidenceRow["stance"];
    }[];
  })[];
}

interface AddedVotes {
  toolId: string;
  votes: readonly Pick<VerdictVoteRow, "userId" | "ring" | "note" | "votedAt">[];
}

interface Adding {
  by: User;
  importedIn: string;
  added: readonly AddedVerdicts[];
  /** Tools that the import adds: what is decided on them is no news beside that. */
  newTools: ReadonlySet<string>;
}

/** Stores verdicts after those that hold by now, within the transaction of an import. */
export async function addVerdicts(
  app: App,
  db: Db,
  { by, importedIn, added, newTools }: Adding,
): Promise<void> {
  const wanted = added.filter(({ verdicts }) => verdicts.length > 0);
  for (let start = 0; start < wanted.length; start += TOOLS_AT_ONCE) {
    const some = wanted.slice(start, start + TOOLS_AT_ONCE);
    const present = await listPresentOf(
      db,
      some.map(({ toolId }) => toolId),
    );
    const byId = new Map(present.map((tool) => [tool.id, tool]));
    const rows: VerdictRow[] = [];
    const evidence: VerdictEvidenceRow[] = [];
    for (const { toolId, verdicts } of some) {
      const { revision = null, decidedAt = null } = byId.get(toolId) ?? {};
      const later = verdicts.filter((verdict) => decidedAt === null || verdict.decidedAt > decidedAt);
      for (const [index, { evidence: ofVerdict, ...verdict }] of later.entries()) {
        const id = randomUUID();
        const place = { id, toolId, revision: (revision ?? 0) + index + 1 };
        rows.push({ ...verdict, ...place, askedAt: null, importedIn });
        evidence.push(...ofVerdict.map(({ id: itemId, ...one }) => ({ ...one, itemId, verdictId: id })));
      }
    }
    await insertVerdicts(db, rows);
    await insertEvidence(db, evidence);
    await tell(
      app,
      db,
      by,
      present.filter(({ id }) => !newTools.has(id)),
    );
    await yieldToEventLoop();
  }
}

/** Stores votes of people who have not voted, within the transaction of an import. */
export const addVotes = (
  db: Db,
  { importedIn, added }: { importedIn: string; added: readonly AddedVotes[] },
): Promise<void> =>
  insertVotes(
    db,
    added.flatMap(({ toolId, votes }) => votes.map((vote) => ({ ...vote, toolId, importedIn }))),
  );

interface Undo {
  importedIn: string;
  /** The tools that are left alone. */
  except: ReadonlySet<string>;
}

/**
 * Takes back the verdicts that an import brought and after which nobody else has decided; returns from which tools it did,
 * and on which something else was decided since.
 */
export async function takeVerdictsBack(
  app: App,
  db: Db,
  { by, importedIn, except }: Undo & { by: User },
): Promise<{ taken: string[]; left: string[] }> {
  const taken: string[] = [];
  const left: string[] = [];
  for await (const toolIds of readTools(db, "verdicts", { importedIn, except })) {
    const before = await listPresentOf(db, toolIds);
    await deleteVerdictsOf(db, importedIn, toolIds);
    const changed = new Set(await tell(app, db, by, before));
    for (const id of toolIds) (changed.has(id) ? taken : left).push(id);
  }
  return { taken, left };
}

/** Takes back the votes that an import brought. */
export async function takeVotesBack(db: Db, undo: Undo): Promise<string[]> {
  const all: string[] = [];
  for await (const toolIds of readTools(db, "verdict_votes", undo)) {
    await deleteVotesOf(db, undo.importedIn, toolIds);
    all.push(...toolIds);
  }
  return all;
}

async function* readTools(
  db: Db,
  table: "verdicts" | "verdict_votes",
  { importedIn, except }: Undo,
): AsyncGenerator<string[]> {
  const next = (after: string) => listToolsIn(db, table, importedIn, { after, limit: TOOLS_AT_ONCE });
  for (let ids = await next(""); ids.length > 0; ids = await next(ids.at(-1) ?? "")) {
    const some = ids.filter((id) => !except.has(id));
    if (some.length > 0) yield some;
    await yieldToEventLoop();
  }
}

/** Tells in the ledger on which of these tools something else holds now; returns which they are. */
async function tell(
  app: App,
  db: Db,
  by: User,
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
