import type { Db } from "#db/database.ts";
import type { SourceStateRow } from "#db/schema.ts";

export const findSourceState = (db: Db, source: string): Promise<SourceStateRow | undefined> =>
  db.selectFrom("source_states").selectAll().where("source", "=", source).executeTakeFirst();

/** Lists every source ever used, by name. */
export const listSourceStates = (db: Db): Promise<SourceStateRow[]> =>
  db.selectFrom("source_states").selectAll().orderBy("source").execute();

/** Stores the state of a source. Omitted fields are unchanged. */
export const upsertSourceState = (db: Db, source: string, changes: Partial<Omit<SourceStateRow, "source">>) =>
  db
    .insertInto("source_states")
    .values({ source, ...changes })
    .onConflict((conflict) => conflict.column("source").doUpdateSet({ source, ...changes }))
    .execute();

export const deleteSourceState = (db: Db, source: string) =>
  db.deleteFrom("source_states").where("source", "=", source).execute();
