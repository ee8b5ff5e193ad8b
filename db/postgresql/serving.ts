import { type QueryExecutorProvider, sql } from "kysely";

/** Advisory lock shared by all StackLoop servers. No other program uses this number. */
const LOCK = 0x534c6f71;

/** Statement that locks the schema while a server's connection is open. */
export const LOCK_AS_SERVER = `select pg_advisory_lock_shared(${LOCK})`;

/** True if a server uses the database. If false, no server can start before the transaction ends. */
export async function isServed(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{
    isFree: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as "isFree"`.execute(db);
  return rows[0]?.isFree !== true;
}
