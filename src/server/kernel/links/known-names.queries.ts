import type { Db } from "#db/database.ts";
import type { NameCountRow } from "#db/schema.ts";
import type { Seen } from "#shared/mentions/names/name-counts.ts";

/** Returns all tools with their searchable data. */
export const listNamedTools = (db: Db) =>
  db.selectFrom("ai_tools").select(["id", "name", "company", "url"]).execute();

/** Returns the aliases of all tools, the oldest first. */
export const listAllAliases = (db: Db) =>
  db
    .selectFrom("tool_aliases")
    .select(["toolId", "spelled", "folded"])
    .orderBy("createdAt")
    .orderBy("folded")
    .execute();

/** Returns all names of a tool: its own, then its aliases. */
export async function listNamesOf(db: Db, toolId: string): Promise<string[]> {
  const tools = await db.selectFrom("ai_tools").select("name").where("id", "=", toolId).execute();
  const aliases = await db
    .selectFrom("tool_aliases")
    .select("spelled")
    .where("toolId", "=", toolId)
    .orderBy("folded")
    .execute();
  return [...tools.map(({ name }) => name), ...aliases.map(({ spelled }) => spelled)];
}

/** Returns each name's statistics and users' match decisions. */
export const listNameCounts = (db: Db) => db.selectFrom("name_counts").selectAll().execute();

/** Stores a name's statistics. Users' match decisions remain. */
export const saveNameCount = (db: Db, folded: string, { seen, lower }: Seen) =>
  db
    .insertInto("name_counts")
    .values({ folded, seen, lower })
    .onConflict((conflict) => conflict.column("folded").doUpdateSet({ seen, lower }))
    .execute();

/** Adds to a name's match decisions by users. Returns their totals. */
export async function addAnswers(
  db: Db,
  folded: string,
  { right, wrong }: Pick<NameCountRow, "right" | "wrong">,
): Promise<Pick<NameCountRow, "right" | "wrong">> {
  await db
    .insertInto("name_counts")
    .values({ folded, seen: 0, lower: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .updateTable("name_counts")
    .set((is) => ({ right: is("right", "+", right), wrong: is("wrong", "+", wrong) }))
    .where("folded", "=", folded)
    .returning(["right", "wrong"])
    .executeTakeFirstOrThrow();
}
