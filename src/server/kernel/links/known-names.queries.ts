import { inBatches, ROWS_READ_AT_ONCE, streamByKey } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { NameCountRow } from "#db/schema.ts";
import type { Seen } from "#shared/mentions/names/name-finder.ts";

/** Streams all tools with their searchable data, in batches. */
export const streamNamedTools = (db: Db) =>
  streamByKey(
    (after) =>
      db
        .selectFrom("ai_tools")
        .select(["id", "name", "company", "url"])
        .where("id", ">", after)
        .orderBy("id")
        .limit(ROWS_READ_AT_ONCE)
        .execute(),
    ({ id }) => id,
  );

/** Returns the aliases of these tools, the oldest first. */
export const listAliasesOf = (db: Db, toolIds: readonly string[]) =>
  db
    .selectFrom("tool_aliases")
    .select(["toolId", "spelled"])
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
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

/** Streams each name's statistics and users' match decisions, in batches. */
export const streamNameCounts = (db: Db) =>
  streamByKey(
    (after) =>
      db
        .selectFrom("name_counts")
        .selectAll()
        .where("folded", ">", after)
        .orderBy("folded")
        .limit(ROWS_READ_AT_ONCE)
        .execute(),
    ({ folded }) => folded,
  );

/** Stores the statistics of names. Users' match decisions remain. */
export async function saveNameCounts(db: Db, counts: readonly ({ folded: string } & Seen)[]): Promise<void> {
  for await (const batch of inBatches(counts))
    await db
      .insertInto("name_counts")
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .column("folded")
          .doUpdateSet(({ ref }) => ({ seen: ref("excluded.seen"), lower: ref("excluded.lower") })),
      )
      .execute();
}

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
