import { type QueryExecutorProvider, sql } from "kysely";

/** Renames columns and values in stored reports to "errors" and "issues", as in the program. */
export async function errorNames(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`alter table job_runs rename column faults to sourceErrors`,
    sql`alter table pictures rename column fault to error`,
    sql`update news_feeds
      set reading = json_set(json_remove(reading, '$.faults'), '$.issues', json_extract(reading, '$.faults'))
      where reading is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
