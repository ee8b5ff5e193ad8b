import { type RawBuilder, sql } from "kysely";

import { isFileUrl } from "#db/database-url.ts";
import type { App } from "#server/app.ts";

/** Leaves a database no space for more. */
export async function fillDisk({ db, database }: App): Promise<void> {
  // SQLite uses the current file size as the lowest limit.
  const statements = isFileUrl(database.url) ? [sql`pragma max_page_count = 1`] : NO_SPACE;
  for (const statement of statements) await statement.execute(db);
}

/** Restores the space. */
export async function freeDisk({ db, database }: App): Promise<void> {
  await (
    isFileUrl(database.url)
      ? sql`pragma max_page_count = 4294967294`
      : sql`drop function refuse_for_space() cascade`
  ).execute(db);
}

/** A server's error on a full disk. */
const NO_SPACE: RawBuilder<unknown>[] = [
  sql`create function refuse_for_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
  sql`create trigger refuse_for_space before insert or update on job_runs
    for each statement execute function refuse_for_space()`,
];
