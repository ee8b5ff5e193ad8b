import { join } from "node:path";

import { sql } from "kysely";

import type { Db } from "../database.ts";
import { createMigrationError } from "../error-kinds.ts";
import { type Migrated, type Migration, SCHEMA_VERSION } from "../migrations/index.ts";
import { backupDatabase } from "./files/backup.ts";
import { APPLICATION_ID, refuseLostFile } from "./files/database-file.ts";
import { requireLock } from "./files/lock.ts";
import { migrations } from "./migrations/index.ts";
import { openFile, type OpenFile } from "./open-file.ts";

/** Returns the number of migrations applied to a database. */
export async function schemaVersionOf(db: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  return rows[0]?.user_version ?? 0;
}

interface MigrationOptions {
  /** Migrations to apply, by default all. Tests may add or omit some. */
  steps?: readonly Migration[];
  /** Called before each migration with its version and the last version. */
  onStep?(this: void, name: string, version: number, last: number): void;
}

/**
 * Migrates the tables. Each migration and its number are one transaction, so a failure changes nothing. For a new
 * file, all are one transaction. A file with data is backed up first, with `stamp` in the backup's name.
 */
export async function migrateFile(
  { db, file, backupFolder, allowSchemaEdits }: OpenFile,
  stamp: string,
  { steps = migrations, onStep }: MigrationOptions = {},
): Promise<Migrated> {
  const from = await schemaVersionOf(db);
  if (from >= steps.length) return { from, to: from, backupFile: null };
  const backupFile = from === 0 ? null : backupPath(backupFolder, steps.length, stamp);
  if (backupFile !== null) backupDatabase(file, backupFile);
  allowSchemaEdits(true);
  try {
    const toApply = [...steps.entries()].slice(from);
    // For a new file, one transaction takes two thirds of the time of one for each migration.
    for (const group of from === 0 ? [toApply] : toApply.map((step) => [step])) {
      await apply(db, group, (name, version) => onStep?.(name, version, steps.length));
    }
  } finally {
    allowSchemaEdits(false);
  }
  return { from, to: steps.length, backupFile };
}

/** Applies migrations, with their positions, in one transaction. */
async function apply(
  db: Db,
  steps: readonly (readonly [number, Migration])[],
  onStep: (name: string, version: number) => void,
): Promise<void> {
  let current = "";
  try {
    await db.transaction().execute(async (transaction) => {
      for (const [index, { name, up }] of steps) {
        current = name;
        onStep(name, index + 1);
        await up(transaction);
        await sql`pragma user_version = ${sql.lit(index + 1)}`.execute(transaction);
      }
      await sql`pragma application_id = ${sql.lit(APPLICATION_ID)}`.execute(transaction);
    });
  } catch (error) {
    throw createMigrationError(current, error);
  }
}

function backupPath(folder: string, version: number, stamp: string): string {
  return join(folder, `before-version-${version}-${stamp.replaceAll(/[:.]/gu, "-")}.db`);
}

/** True if the tables have this program's version. */
export const isMigrated = async (db: Db): Promise<boolean> => (await schemaVersionOf(db)) === SCHEMA_VERSION;

/** Migrates a file that no server uses. */
export async function migrateLockedFile(
  file: string,
  { backupFolder, onStep }: { backupFolder: string; onStep?: MigrationOptions["onStep"] },
): Promise<Migrated> {
  const lock = requireLock(file);
  try {
    refuseLostFile(file, backupFolder);
    const database = openFile(file, backupFolder);
    try {
      return await migrateFile(database, new Date().toISOString(), onStep ? { onStep } : {});
    } finally {
      await database.close();
    }
  } finally {
    lock.release();
  }
}
