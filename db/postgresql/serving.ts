import { type QueryExecutorProvider, sql } from "kysely";

/** Of all programs that use the server, only this one's servers hold this lock, each of them. */
const LOCK = 0x534c6f71;

/** What a server's connection says as long as it is open: the tables have to stay as they are. */
export const LOCK_AS_SERVER = `select pg_advisory_lock_shared(${LOCK})`;

/** Whether some server works on the database; if none does, none begins before the end of the transaction. */
export async function isServed(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{
    isFree: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as "isFree"`.execute(db);
  return rows[0]?.isFree !== true;
}
