import Database from "better-sqlite3";

/** So long a server that writes on a busy machine may be waited for. */
const PATIENCE_MS = 60_000;

/** Works on a database behind its server's back. */
export function inDatabase<Result>(
  databaseFile: string,
  work: (database: Database.Database) => Result,
): Result {
  const database = new Database(databaseFile, { timeout: PATIENCE_MS });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
