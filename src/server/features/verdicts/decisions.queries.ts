import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { getStorageErrorKind } from "#db/error-kinds.ts";
import { inBatches } from "#db/rows.ts";
import type { VerdictEvidenceRow, VerdictRow } from "#db/schema.ts";

/** Lists these tools with their current verdicts. */
export const listPresentVerdicts = (db: Db, toolIds: readonly string[]) =>
  db
    .selectFrom("ai_tools as tool")
    .leftJoin("verdicts as verdict", (join) =>
      join.onRef("verdict.toolId", "=", "tool.id").on("verdict.revision", "=", ({ selectFrom }) =>
        selectFrom("verdicts as newest")
          .select(({ fn }) => fn.max("newest.revision").as("revision"))
          .whereRef("newest.toolId", "=", "tool.id"),
      ),
    )
    .select(["tool.id", "tool.name", "tool.version", "verdict.revision", "verdict.ring"])
    .where("tool.id", "in", engineOf(db).valuesOf(toolIds))
    .execute();

export async function insertVerdicts(db: Db, rows: readonly VerdictRow[]): Promise<void> {
  for await (const batch of inBatches(rows)) await db.insertInto("verdicts").values(batch).execute();
}

/** True if another process has stored a verdict with the same revision. */
export const isDuplicateVerdict = (error: unknown): boolean => getStorageErrorKind(error) === "duplicate";

export async function insertEvidence(db: Db, rows: readonly VerdictEvidenceRow[]): Promise<void> {
  for await (const batch of inBatches(rows)) await db.insertInto("verdict_evidence").values(batch).execute();
}

/** Lists the next tools with verdicts from an import, up to `limit`. */
export async function listToolsWithImportedVerdicts(
  db: Db,
  importedIn: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("verdicts")
    .select("toolId")
    .distinct()
    .where("importedIn", "=", importedIn)
    .where("toolId", ">", after)
    .orderBy("toolId")
    .limit(limit)
    .execute();
  return rows.map(({ toolId }) => toolId);
}

/** Deletes an import's verdicts on these tools, unless someone has decided since. */
export const deleteImportedVerdicts = (db: Db, importedIn: string, toolIds: readonly string[]) =>
  db
    .deleteFrom("verdicts")
    .where("importedIn", "=", importedIn)
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("verdicts as later")
            .select("later.id")
            .whereRef("later.toolId", "=", "verdicts.toolId")
            .whereRef("later.revision", ">", "verdicts.revision")
            .where(({ or, eb }) =>
              or([eb("later.importedIn", "is", null), eb("later.importedIn", "<>", importedIn)]),
            ),
        ),
      ),
    )
    .execute();
