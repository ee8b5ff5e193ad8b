import type { Db, OpenDatabase } from "../database.ts";
import { ChangeLine } from "./change-line.ts";
import { Commits } from "./commits.ts";
import { checkServer, type ServerFacts } from "./connect.ts";
import { connectionConfig, nameOf, openPools, openReadingPools } from "./connections.ts";
import { Dialect, patiently } from "./dialect.ts";
import { createPostgresqlEngine } from "./engine.ts";
import { RepeatingKysely } from "./repeating.ts";

/** Opens a database that a server keeps, for any number of processes; `facts` are those of the server. */
export async function openServer(url: string, facts: ServerFacts): Promise<OpenDatabase> {
  const commits = new Commits();
  const line = new ChangeLine(connectionConfig(url), commits);
  const db: Db = new RepeatingKysely({
    dialect: new Dialect(openPools(url), createPostgresqlEngine(facts), commits),
  });
  await line.run();
  return {
    db,
    url,
    name: nameOf(url),
    folder: null,
    wasLeftOpen: false,
    readOthersChanges: (tables) => commits.countHeard(tables),
    catchUp: line,
    markOfOwnWrites: (tables) => commits.markOfOwn(tables),
    lastOwnCommit: () => commits.lastOwn,
    onCommit: (tables, listen) => commits.onCommit(tables, listen),
    // The server sees to its own pages, and tells of damage as of any error.
    onDamage() {},
    countPagesInLog: () => 0,
    patiently,
    async measure() {
      const { bytes } = await db
        .selectNoFrom(({ fn }) => fn<number>("pg_database_size", [fn("current_database", [])]).as("bytes"))
        .executeTakeFirstOrThrow();
      return { bytes, logBytes: 0 };
    },
    async close() {
      await line.close();
      await db.destroy();
    },
  };
}

/** A connection that reads one thing after the other, for a thread of its own. */
export async function openServerForReading(url: string): Promise<Db> {
  const facts = await checkServer(url);
  return new RepeatingKysely({ dialect: new Dialect(openReadingPools(url), createPostgresqlEngine(facts)) });
}

/** Reads what is committed when the reading begins, by a connection of its own. */
export async function readServerDatabase<Result>(
  url: string,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = await openServerForReading(url);
  try {
    return await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(read);
  } finally {
    await db.destroy();
  }
}
