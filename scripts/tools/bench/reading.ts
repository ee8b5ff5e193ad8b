import { setTimeout as wait } from "node:timers/promises";

import Database from "better-sqlite3";

/** Reads a database file beside the server that has it. */
export function readOnly<Result>(file: string, read: (database: Database.Database) => Result): Result {
  const database = new Database(file, { readonly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** Waits until the server has read everything for the search and for names, which it does when nobody waits. */
export async function untilRead(file: string): Promise<void> {
  const isWaiting = () =>
    readOnly(file, (database) =>
      database.prepare("select 1 from search_queue union all select 1 from link_queue limit 1").get(),
    ) !== undefined;
  while (isWaiting()) await wait(250);
}
