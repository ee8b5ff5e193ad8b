import { type QueryExecutorProvider, sql } from "kysely";

/** Columns and stored reports speak of errors and issues, as the program does. */
export async function errorNames(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`alter table job_runs rename column faults to sourceErrors`,
    sql`alter table pictures rename column fault to error`,
  ];
  for (const statement of statements) await statement.execute(db);
}
