/** Copies the whole content of a database to another one, of any engine. */
import { sql, type Transaction } from "kysely";

import { databaseFileOf, isFileUrl } from "../database-url.ts";
import type { Db } from "../database.ts";
import { DatabaseError } from "../errors.ts";
import { SCHEMA_VERSION } from "../migrations/index.ts";
import { readDatabase } from "../open-for-reading.ts";
import { startDatabase } from "../open.ts";
import type { Schema } from "../schema.ts";
import { fileCopyEnd } from "../sqlite/copy-end.ts";
import { SERVED_NAME } from "../sqlite/files/lock.ts";
import {
  type CopyTable,
  countRows,
  readTable,
  storeRows,
  type TableContent,
  COPY_PLANS,
  type CopyEnd,
  SEARCH_BACKFILL,
} from "./copy-tables.ts";

/** Progress of a copy. `share` is the fraction of all rows, from 0 to 1. */
export interface CopyProgress {
  step: "copying" | "comparing";
  table: string;
  share: number;
}

interface CopyOptions {
  signal: AbortSignal;
  /** Checks a file before it is copied. Throws if it is damaged. */
  checkFile(this: void, file: string): Promise<void>;
  onProgress(this: void, progress: CopyProgress): void;
}

export interface CopiedTable extends TableContent {
  table: string;
}

interface CopyResult {
  /** Names of the two databases, as shown to operators. */
  from: string;
  to: string;
  tables: CopiedTable[];
}

const ALL_TABLES: readonly CopyTable[] = Object.entries(COPY_PLANS).map(([name, plan]) => ({
  name,
  ...plan,
}));
/** Tables in the order in which they are copied and compared. */
const READ_TABLES = ALL_TABLES.filter(({ method }) => method !== "rebuilt");

/**
 * Copies a snapshot of a database to an empty one and compares the two. Creates the target if it is missing. After an
 * error or an abort, the target is as empty as before.
 */
export async function copyDatabase(from: string, to: string, options: CopyOptions): Promise<CopyResult> {
  const [source, target] = await Promise.all([createCopyEnd(from), createCopyEnd(to)]);
  if (source.name === target.name)
    throw new DatabaseError(`${source.name} can't be copied to itself; choose another database`);
  await refuseSource(source);
  await refuseTarget(target);
  const targetDatabase = await startDatabase(to, { backupFolder: `${target.name}-backups`, log: NO_LOG });
  try {
    await refuseNonEmpty(targetDatabase.db, targetDatabase.name);
    // Rows don't show all damage, so it could be copied unnoticed.
    if (isFileUrl(from)) await options.checkFile(databaseFileOf(from));
    const copying = targetDatabase.db.transaction().setIsolationLevel("read committed");
    const tables = await targetDatabase.withLongTimeout(() =>
      copying.execute((db) => copyInto(db, from, { source, target, ...options })),
    );
    return { from: source.name, to: target.name, tables };
  } finally {
    await targetDatabase.close();
  }
}

/** Ignores messages, because the server logs them again when it starts on the target. */
const NO_LOG = { info() {}, warn() {} };

async function createCopyEnd(url: string): Promise<CopyEnd> {
  if (isFileUrl(url)) return fileCopyEnd(databaseFileOf(url));
  const { serverCopyEnd } = await import("../postgresql/copy-end.ts");
  return serverCopyEnd(url);
}

async function refuseSource({ name, readVersion }: CopyEnd): Promise<void> {
  const version = await readVersion();
  if (version === null) throw new DatabaseError(`there is no database at ${name}`);
  if (version === 0) throw new DatabaseError(`${name} has no StackLoop tables, so there is nothing to copy`);
  if (version < SCHEMA_VERSION)
    throw new DatabaseError(
      `${name}: database version ${version} is older than this app (${SCHEMA_VERSION}); update it first: stackloop migrate`,
    );
  refuseNewer(name, version);
}

/** Runs before the target is opened, because opening would migrate tables of an older version. */
async function refuseTarget({ name, readVersion }: CopyEnd): Promise<void> {
  const version = await readVersion();
  if (version === null || version === 0) return;
  refuseNewer(name, version);
  if (version < SCHEMA_VERSION) throw notEmptyError(name, `database version ${version}`);
}

function refuseNewer(name: string, version: number): void {
  if (version > SCHEMA_VERSION)
    throw new DatabaseError(
      `${name}: database version ${version} is newer than this app (${SCHEMA_VERSION}); install the newer StackLoop again`,
    );
}

const notEmptyError = (name: string, what: string) =>
  new DatabaseError(
    `${name} is not empty (${what}); copy to an empty database, or to a file that doesn't exist yet`,
  );

interface CopyContext extends CopyOptions {
  source: CopyEnd;
  target: CopyEnd;
}

async function copyInto(db: Transaction<Schema>, from: string, ends: CopyContext): Promise<CopiedTable[]> {
  await ends.target.begin(db);
  // Ends the read here. A server wouldn't hold the connection open during the comparison.
  const { tables, counters } = await readDatabase(from, async (source) => ({
    tables: await copyTables(source, db, ends),
    counters: await ends.source.readCounters(source),
  }));
  await ends.target.finish(db, counters);
  await queueSearchRebuild(db);
  await compareTables(db, tables, ends);
  return tables;
}

async function refuseNonEmpty(db: Db, name: string): Promise<void> {
  for (const table of ALL_TABLES) {
    if (table.method === "counted") continue;
    // Opening a file stores its path in the settings, even if the file is empty.
    const where = table.name === "settings" ? sql`where key <> ${SERVED_NAME}` : sql``;
    const { rows } = await sql`select 1 from ${sql.table(table.name)} ${where} limit 1`.execute(db);
    if (rows.length > 0) throw notEmptyError(name, `there are rows in ${table.name}`);
  }
}

async function copyTables(source: Db, target: Db, options: CopyOptions): Promise<CopiedTable[]> {
  const counts = await Promise.all(READ_TABLES.map((table) => countRows(source, table)));
  const reportProgress = createProgressReporter("copying", counts, options);
  const copiedTables: CopiedTable[] = [];
  for (const table of READ_TABLES) {
    const content = await readTable(source, table, async (rows) => {
      if (table.method === "copied") await storeRows(target, table, rows);
      reportProgress(table.name, rows.length);
    });
    copiedTables.push({ table: table.name, ...content });
  }
  return copiedTables;
}

/** Reports progress after each batch of rows. Stops if aborted. */
function createProgressReporter(
  step: CopyProgress["step"],
  counts: readonly number[],
  { signal, onProgress }: CopyOptions,
): (table: string, rows: number) => void {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let done = 0;
  return (table, rows) => {
    signal.throwIfAborted();
    done += rows;
    onProgress({ step, table, share: Math.min(1, done / total) });
  };
}

/** Empties the queue that triggers filled. The server instead indexes all rows in order, in the background. */
async function queueSearchRebuild(db: Db): Promise<void> {
  await db.deleteFrom("search_queue").execute();
  const value = JSON.stringify({ kind: "tool", after: "" });
  await db.insertInto("settings").values({ key: SEARCH_BACKFILL, value }).execute();
}

async function compareTables(
  db: Db,
  copiedTables: readonly CopiedTable[],
  options: CopyOptions,
): Promise<void> {
  const reportProgress = createProgressReporter(
    "comparing",
    copiedTables.map(({ rows }) => rows),
    options,
  );
  for (const [index, table] of READ_TABLES.entries()) {
    const actual = await readTable(db, table, (rows) => reportProgress(table.name, rows.length));
    const expected = copiedTables[index];
    if (actual.digest !== expected?.digest || actual.rows !== expected.rows)
      throw new DatabaseError(
        `the copy of ${table.name} differs (${expected?.rows} rows became ${actual.rows}); nothing was copied`,
      );
  }
}
