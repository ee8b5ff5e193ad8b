import Database from "better-sqlite3";

/** The time to wait for a writing server on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Changes a database without its server, in one transaction that waits for the server's own. */
export function inDatabase<Result>(
  databaseFile: string,
  work: (database: Database.Database) => Result,
): Result {
  const database = new Database(databaseFile, { timeout: TIMEOUT_MS });
  try {
    // A transaction that begins with a read can't wait: it fails if the server writes before the transaction's first
    // write.
    return database.transaction(() => work(database)).immediate();
  } finally {
    database.close();
  }
}
