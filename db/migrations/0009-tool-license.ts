import { type QueryExecutorProvider, sql } from "kysely";

/** The licence under which a tool may be used. */
export async function toolLicense(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table ai_tools add column license text`.execute(db);
}
