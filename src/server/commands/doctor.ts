import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { checkDatabase, databaseFileOf, SCHEMA_VERSION } from "#db/sqlite/database-file.ts";
import { DatabaseError } from "#db/sqlite/errors.ts";
import { findSharedFileSystem, sharedFileSystemAdvice } from "#db/sqlite/file-system.ts";
import { inspectDatabase } from "#db/sqlite/inspect.ts";
import { lockHolder } from "#db/sqlite/lock.ts";
import { newestGoodBackup, restoreAdvice } from "#db/sqlite/newest-backup.ts";
import { openForReading } from "#db/sqlite/open.ts";
import type { App } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { findsEverything } from "#server/features/search/search.service.ts";
import { namesFoundAsWritten } from "#server/features/users/users.service.ts";

import { CommandError, defineCommand } from "./command.ts";
import { formatBytes } from "./format-bytes.ts";

/** `ok`: nothing to do; `note`: good to know, with what one may do; `wrong`: does not work until somebody acts. */
interface Finding {
  verdict: "ok" | "note" | "wrong";
  text: string;
}

const ok = (text: string): Finding => ({ verdict: "ok", text });
const note = (text: string): Finding => ({ verdict: "note", text });
const wrong = (text: string): Finding => ({ verdict: "wrong", text });

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check this installation and suggest fixes",
  details: ["Changes nothing."],
  json: "problems (how many), findings (verdict ok, note or wrong, and text each)",
  isLong: true,
  exits: { 1: "there are problems" },
  example: "doctor",
  async run(_given, { config, progress, report }) {
    const file = databaseFileOf(config.databaseUrl);
    progress.show(`Checking ${file} and the backups …`);
    const findings = [
      nodeVersion(),
      configuration(config),
      ...disk(dirname(file)),
      ...(await database(file, config.backupDir)),
      server(file),
      backups(config.backupDir),
    ];
    const problems = findings.filter(({ verdict }) => verdict === "wrong").length;
    report(
      { problems, findings },
      findings.map(({ verdict, text }) => `${verdict.padEnd(5)}  ${text}`),
    );
    if (problems > 0)
      throw new CommandError(problems === 1 ? "found 1 problem" : `found ${problems} problems`);
  },
});

// A Node that is too old never comes this far: the entry scripts refuse it.
const nodeVersion = () => ok(`Node.js ${process.versions.node}`);

const configuration = ({ publicUrl, host, port, signup }: Config) =>
  ok(`configuration: ${publicUrl ?? `http://localhost:${port}`} on ${host}:${port}, sign-up ${signup}`);

/** Nothing where all is well, or where there is no folder yet. */
function disk(folder: string): Finding[] {
  const name = existsSync(folder) ? findSharedFileSystem(folder) : undefined;
  return name === undefined ? [] : [note(sharedFileSystemAdvice(folder, name))];
}

async function database(file: string, backupFolder: string): Promise<Finding[]> {
  if (!existsSync(file)) return [missingDatabase(file, backupFolder)];
  try {
    checkDatabase(file, "thorough");
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return [wrong(`${error.message}; ${restoreAdvice(backupFolder)}`)];
  }
  const { bytes, version, isWriteAhead, admins } = inspectDatabase(file);
  return [
    ok(`database: ${file}, ${formatBytes(bytes)}, intact`),
    version === SCHEMA_VERSION
      ? ok(`tables: version ${version}`)
      : note(`tables: version ${version}, updated to ${SCHEMA_VERSION} when the server starts`),
    isWriteAhead ? ok("write-ahead log: on") : note("write-ahead log: off until the server starts"),
    admins > 0
      ? ok(`administrators: ${admins}`)
      : note("administrators: none; create one with: stackloop admin-link"),
    ...(version === SCHEMA_VERSION ? await content(file) : []),
  ];
}

async function content(file: string): Promise<Finding[]> {
  const db = openForReading(file);
  try {
    return [...(await names({ db })), await search({ db })];
  } finally {
    await db.destroy();
  }
}

async function names(app: Pick<App, "db">): Promise<Finding[]> {
  const found = await namesFoundAsWritten(app);
  return found.map((name) =>
    note(`user ${name}: has to sign in with exactly this spelling; others belong to an older account`),
  );
}

const search = async (app: Pick<App, "db">): Promise<Finding> =>
  (await findsEverything(app))
    ? ok("search: finds everything")
    : note("search: doesn't find everything yet; its index is filled while the server runs");

function missingDatabase(file: string, backupFolder: string): Finding {
  return newestGoodBackup(backupFolder) === undefined
    ? note(`database: none at ${file} yet; it is created when the server starts`)
    : wrong(`database: ${file} is missing; ${restoreAdvice(backupFolder)}`);
}

function server(file: string): Finding {
  const pid = lockHolder(file);
  return ok(pid === undefined ? "server: not running" : `server: running as process ${pid}`);
}

function backups(folder: string): Finding {
  const newest = newestGoodBackup(folder);
  if (newest === undefined) return note(`backups: none in ${folder}; create one with: stackloop backup`);
  const { mtime, size } = statSync(newest);
  return ok(`backups: newest is ${newest}, ${formatBytes(size)}, from ${mtime.toISOString()}`);
}
