import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { ToolAliasRow } from "#db/schema.ts";

/** Adds aliases to tools. Existing ones are unchanged. */
export async function insertAliases(db: Db, rows: readonly ToolAliasRow[]): Promise<void> {
  for await (const batch of inBatches(rows))
    await db
      .insertInto("tool_aliases")
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Returns the next few tools to which an import added aliases. */
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

/** Deletes the aliases that an import added to these tools. */
export const deleteAliasesOf = (db: Db, importedIn: string, toolIds: readonly string[]) =>
  db
    .deleteFrom("tool_aliases")
    .where("importedIn", "=", importedIn)
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .execute();
