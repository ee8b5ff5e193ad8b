import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { ToolMemory } from "#shared/imports/tool-memory.ts";

/** The aliases and present verdicts of these tools, by tool id. Tools without either may be absent. */
export async function listToolMemory(
  db: Db,
  toolIds: readonly string[],
): Promise<ReadonlyMap<string, ToolMemory>> {
  const memories = new Map<string, ToolMemory>();
  const of = (toolId: string): ToolMemory => {
    const memory = memories.get(toolId) ?? { aliases: [], verdict: null };
    memories.set(toolId, memory);
    return memory;
  };
  for (const { toolId, spelled } of await listAliases(db, toolIds)) of(toolId).aliases.push(spelled);
  for (const { toolId, ...verdict } of await listVerdicts(db, toolIds)) of(toolId).verdict = verdict;
  return memories;
}

const listAliases = (db: Db, toolIds: readonly string[]) =>
  db
    .selectFrom("tool_aliases")
    .select(["toolId", "spelled"])
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .orderBy("toolId")
    .orderBy("createdAt")
    .orderBy("folded")
    .execute();

/** All verdicts on these tools, so that the present one of each comes last. */
const listVerdicts = (db: Db, toolIds: readonly string[]) =>
  db
    .selectFrom("verdicts")
    .select(["toolId", "ring", "reason"])
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .orderBy("toolId")
    .orderBy("revision")
    .execute();
