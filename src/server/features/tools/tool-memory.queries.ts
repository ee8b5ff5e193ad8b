import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { FileVerdict, ToolMemory } from "#shared/imports/tool-memory.ts";
import { formatItemRef } from "#shared/items.ts";

/** What the team remembers of these tools beside their fields, as files hold it; of some there may be nothing. */
export async function listToolMemory(
  db: Db,
  toolIds: readonly string[],
): Promise<ReadonlyMap<string, ToolMemory>> {
  const memories = new Map<string, ToolMemory>();
  const of = (toolId: string): ToolMemory => {
    const known = memories.get(toolId);
    if (known) return known;
    const memory = { aliases: [], verdicts: [], votes: [] };
    memories.set(toolId, memory);
    return memory;
  };
  for (const { toolId, spelled } of await listAliases(db, toolIds)) of(toolId).aliases.push(spelled);
  const evidence = Map.groupBy(await listEvidence(db, toolIds), ({ verdictId }) => verdictId);
  for (const { toolId, id, username, ...verdict } of await listVerdicts(db, toolIds))
    of(toolId).verdicts.push({ ...verdict, decidedBy: username, evidence: told(evidence.get(id) ?? []) });
  for (const { toolId, username: user, ...vote } of await listVotes(db, toolIds))
    of(toolId).votes.push({ user, ...vote });
  return memories;
}

type EvidenceRows = Awaited<ReturnType<typeof listEvidence>>;

const told = (rows: EvidenceRows): FileVerdict["evidence"] =>
  rows.map(({ kind, itemId: id, stance }) => ({ ref: formatItemRef({ kind, id }), stance }));

const listAliases = (db: Db, toolIds: readonly string[]) =>
  db
    .selectFrom("tool_aliases")
    .select(["toolId", "spelled"])
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .orderBy("toolId")
    .orderBy("createdAt")
    .orderBy("folded")
    .execute();

const listVerdicts = (db: Db, toolIds: readonly string[]) =>
  db
    .selectFrom("verdicts")
    .leftJoin("users", "users.id", "verdicts.decidedBy")
    .select([
      "verdicts.toolId",
      "verdicts.id",
      "verdicts.ring",
      "verdicts.reason",
      "verdicts.clearance",
      "verdicts.lookAgainOn",
      "users.username",
      "verdicts.decidedAt",
      "verdicts.toolVersion",
    ])
    .where("verdicts.toolId", "in", engineOf(db).valuesOf(toolIds))
    .orderBy("verdicts.toolId")
    .orderBy("verdicts.revision")
    .execute();

const listEvidence = (db: Db, toolIds: readonly string[]) =>
  db
    .selectFrom("verdicts")
    .innerJoin("verdict_evidence as evidence", "evidence.verdictId", "verdicts.id")
    .selectAll("evidence")
    .where("verdicts.toolId", "in", engineOf(db).valuesOf(toolIds))
    .orderBy("evidence.verdictId")
    .orderBy("evidence.kind")
    .orderBy("evidence.itemId")
    .execute();

const listVotes = (db: Db, toolIds: readonly string[]) =>
  db
    .selectFrom("verdict_votes as vote")
    .innerJoin("users", "users.id", "vote.userId")
    .select(["vote.toolId", "users.username", "vote.ring", "vote.note", "vote.votedAt"])
    .where("vote.toolId", "in", engineOf(db).valuesOf(toolIds))
    .orderBy("vote.toolId")
    .orderBy("vote.votedAt")
    .orderBy("vote.userId")
    .execute();
