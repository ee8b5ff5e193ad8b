import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

import Database from "better-sqlite3";

import { DatabaseError } from "../../errors.ts";
import {
  type Examination,
  type ExaminationOptions,
  type Finding,
  note,
  ok,
  wrong,
} from "../../examination.ts";
import { SCHEMA_VERSION } from "../../migrations/index.ts";
import { checkDatabase, findNewestBackup, restoreAdvice } from "./database-file.ts";
import { findSharedFileSystem, findServer, sharedFileSystemAdvice } from "./lock.ts";

/** Examines a database file and its surroundings. See `examineDatabase`. */
export function examineFile(file: string, options: ExaminationOptions): Examination {
  const { findings, isCurrent } = database(file, options);
  return {
    database: [...disk(dirname(file)), ...findings],
    surroundings: [server(file), backups(options)],
    isCurrent,
  };
}

/** Returns no findings if all is well, or if the folder is missing. */
function disk(folder: string): Finding[] {
  const name = existsSync(folder) ? findSharedFileSystem(folder) : undefined;
  return name === undefined ? [] : [note(sharedFileSystemAdvice(folder, name))];
}

function database(
  file: string,
  { backupFolder, formatBytes }: ExaminationOptions,
): { findings: Finding[]; isCurrent: boolean } {
  if (!existsSync(file)) return { findings: [missingDatabase(file, backupFolder)], isCurrent: false };
  try {
    checkDatabase(file, "thorough");
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return { findings: [wrong(`${error.message}; ${restoreAdvice(backupFolder)}`)], isCurrent: false };
  }
  const { bytes, version, isWriteAhead, admins } = inspectDatabase(file);
  const isCurrent = version === SCHEMA_VERSION;
  const findings = [
    ok(`database: ${file}, ${formatBytes(bytes)}, intact`),
    isCurrent
      ? ok(`tables: version ${version}`)
      : note(`tables: version ${version}, updated to ${SCHEMA_VERSION} when the server starts`),
    isWriteAhead ? ok("write-ahead log: on") : note("write-ahead log: off until the server starts"),
    admins > 0
      ? ok(`administrators: ${admins}`)
      : note("administrators: none; create one with: stackloop admin-link"),
  ];
  return { findings, isCurrent };
}

function missingDatabase(file: string, backupFolder: string): Finding {
  return findNewestBackup(backupFolder) === undefined
    ? note(`database: none at ${file} yet; it is created when the server starts`)
    : wrong(`database: ${file} is missing; ${restoreAdvice(backupFolder)}`);
}

function server(file: string): Finding {
  const runningServer = findServer(file);
  if (runningServer === undefined) return ok("server: not running");
  const { pid, name } = runningServer;
  return name === file
    ? ok(`server: running as process ${pid}`)
    : wrong(
        `server: running as process ${pid} on ${name}, which is the same file; set DATABASE_URL to file:${name}`,
      );
}

function backups({ backupFolder, formatBytes }: ExaminationOptions): Finding {
  const newest = findNewestBackup(backupFolder);
  if (newest === undefined)
    return note(`backups: none in ${backupFolder}; create one with: stackloop backup`);
  const { mtime, size } = statSync(newest);
  return ok(`backups: newest is ${newest}, ${formatBytes(size)}, from ${mtime.toISOString()}`);
}

/** Facts about a healthy database. */
interface DatabaseFacts {
  bytes: number;
  version: number;
  isWriteAhead: boolean;
  admins: number;
}

/** Reads facts about a checked database of any version, without changing it. */
function inspectDatabase(file: string): DatabaseFacts {
  const sqlite = new Database(file, { readonly: true, timeout: 5000 });
  try {
    const hasUsers = sqlite.prepare("select 1 from sqlite_schema where name = 'users'").get() !== undefined;
    const admins = hasUsers
      ? sqlite.prepare("select count(*) from users where role = 'admin'").pluck().get()
      : 0;
    return {
      bytes: statSync(file).size,
      version: Number(sqlite.pragma("user_version", { simple: true })),
      isWriteAhead: sqlite.pragma("journal_mode", { simple: true }) === "wal",
      admins: Number(admins),
    };
  } finally {
    sqlite.close();
  }
}
