import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { ToolAliasRow } from "#db/schema.ts";

/** Gives tools other names; one that a tool has already stays as it was. */
export async function insertAliases(db: Db, rows: readonly ToolAliasRow[]): Promise<void> {
  for await (const batch of inBatches(rows))
    await db
      .insertInto("tool_aliases")
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** The next few tools that an import gave other names. */
export async function listToolsNamedIn(
  db: Db,
  importedIn: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("tool_aliases")
    .select("toolId")
    .distinct()
    .where("importedIn", "=", importedIn)
    .where("toolId", ">", after)
    .orderBy("toolId")
    .limit(limit)
    .execute();
  return rows.map(({ toolId }) => toolId);
}

/** Takes away the other names that an import gave these tools. */
export const deleteAliasesOf = (db: Db, importedIn: string, toolIds: readonly string[]) =>
  db
    .deleteFrom("tool_aliases")
    .where("importedIn", "=", importedIn)
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .execute();
