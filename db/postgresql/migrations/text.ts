import { type QueryExecutorProvider, sql } from "kysely";

/** The type of every column of texts: in the order of their bytes, whatever the order of the database is. */
export const TEXT = sql.raw('text collate "C"');

/**
 * Makes the function that checks columns of JSON. A cast in the check would end in an error of its own instead of a
 * broken constraint, and `jsonb` refuses some of what is JSON.
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
