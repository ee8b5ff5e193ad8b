import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { ToolAliasRow } from "#db/schema.ts";
import type { Alias } from "#shared/links/links.ts";

/** Returns a tool's aliases in the order of their addition. */
export async function listAliasRows(db: Db, toolId: string): Promise<Alias[]> {
  const rows = await db
    .selectFrom("tool_aliases")
    .leftJoin("users", "users.id", "tool_aliases.createdBy")
    .select(["tool_aliases.folded", "tool_aliases.spelled", "tool_aliases.createdAt"])
    .select(["users.id", "users.username", "users.displayName"])
    .select(["users.firstName", "users.lastName", "users.email"])
    .where("tool_aliases.toolId", "=", toolId)
    .orderBy("tool_aliases.createdAt")
    .orderBy("tool_aliases.folded")
    .execute();
  return rows.map(({ folded, spelled, createdAt, id, username, ...names }) => ({
    folded,
    spelled,
    createdAt,
    createdBy: id === null || username === null ? null : { id, username, ...names },
  }));
}

/** Blocks other changes of aliases until this transaction ends. */
export const haveOtherNamingsWait = (db: Db) => engineOf(db).lockTable(db, "tool_aliases");

export const insertAlias = (db: Db, alias: ToolAliasRow) =>
  db.insertInto("tool_aliases").values(alias).execute();

export const deleteAlias = (db: Db, toolId: string, folded: string) =>
  db.deleteFrom("tool_aliases").where("toolId", "=", toolId).where("folded", "=", folded).executeTakeFirst();
