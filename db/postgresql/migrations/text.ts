import { type QueryExecutorProvider, sql } from "kysely";

/** Type of all text columns, sorted by bytes regardless of the database's collation. */
export const TEXT = sql.raw('text collate "C"');

/**
 * Creates the function that checks JSON columns. A cast in the check would fail with its own error instead of a broken
 * constraint. `jsonb` rejects some valid JSON.
 */
export async function jsonCheck(db: QueryExecutorProvider): Promise<void> {
  await sql`create function is_json(value text) returns boolean language plpgsql immutable strict as $$
    begin
      perform value::json;
      return true;
    exception when data_exception then
      return false;
    end $$`.execute(db);
}
