import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";

import { sql } from "kysely";

import type { CopyEnd } from "../copy/copy-tables.ts";
import { checkDatabase } from "./files/database-file.ts";
import { refuseOtherName } from "./files/lock.ts";
import { schemaVersionOf } from "./migrate-file.ts";
import { readFile } from "./open-file.ts";

/** Database file as one end of a copy. See `CopyEnd`. */
export const fileCopyEnd = (file: string): CopyEnd => ({
  name: existsSync(file) ? realpathSync(file) : resolve(file),
  readVersion() {
    if (!existsSync(file)) return Promise.resolve(null);
    checkDatabase(file, "glance");
    refuseOtherName(file);
    return readFile(file, schemaVersionOf);
  },
  async readCounters(db) {
    const { rows } = await sql<{ commentPosition: number; eventSeq: number }>`select
      coalesce((select seq from sqlite_sequence where name = 'comments'), 0) as commentPosition,
      coalesce((select max(seq) from events), 0) as eventSeq`.execute(db);
    return rows[0] ?? { commentPosition: 0, eventSeq: 0 };
  },
  begin: () => Promise.resolve(),
  // Numbers of events continue after the last one stored.
  async finish(db, { commentPosition }) {
    await sql`delete from sqlite_sequence where name = 'comments'`.execute(db);
    await sql`insert into sqlite_sequence (name, seq) values ('comments', ${commentPosition})`.execute(db);
  },
});
