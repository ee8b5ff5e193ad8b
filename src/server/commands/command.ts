import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

import type { z } from "zod";

import { databaseFileOf } from "#db/database-file.ts";
import { DatabaseError } from "#db/errors.ts";
import { tryLock } from "#db/lock.ts";
import { isMigrated, migrateToLatest } from "#db/migrate.ts";
import { type OpenDatabase, openDatabase } from "#db/open.ts";
import type { App } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { createApp } from "#server/create-app.ts";
import type { Log } from "#server/log.ts";

/** A mistake of whoever typed the command; the message is what they see. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** What the process ends with. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Something typed that the command does not take; it is reported with the command's usage. */
export class UsageError extends CommandError {}

/** What a command works with. */
export interface Terminal {
  config: Config;
  log: Log;
  /** Writes a line for the person at the terminal. */
  print(line: string): void;
}

/** One row of the command line. */
export interface Command {
  name: string;
  /** What stands behind the name, such as `FORMAT FILE`. */
  usage: string;
  summary: string;
  /** Longer help, a line each. */
  details?: readonly string[];
  run(args: string[], terminal: Terminal): Promise<void>;
}

/**
 * Opens the database for a command that may run beside a server. Where no server runs, the tables are brought up to
 * date first; where one runs, they must be of this version already.
 */
export async function withApp<Result>(
  { config, log }: Pick<Terminal, "config" | "log">,
  work: (app: App, database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const file = databaseFileOf(config.databaseUrl);
  const lock = tryLock(file);
  const database = openDatabase(file, config.backupDir);
  let workers: App["workers"] | undefined;
  try {
    if (lock) await migrateToLatest(database, new Date().toISOString());
    else if (!(await isMigrated(database.db))) {
      throw new DatabaseError(
        "the running server has a different version; restart it with this version first",
      );
    }
    const app = await createApp(config, database, log);
    workers = app.workers;
    return await work(app, database);
  } finally {
    await workers?.stop();
    await database.close();
    lock?.release();
  }
}

/** How many words a command takes besides its options. */
interface Places {
  least: number;
  most: number;
}

/** Reads what stands behind a command's name: words in their places, and options in any order. */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  args: string[],
  { least, most }: Places,
  options: Options,
) {
  const { positionals, values } = parse(args, options);
  if (positionals.length < least) throw new UsageError("missing argument");
  const tooMuch = positionals[most];
  if (tooMuch !== undefined) throw new UsageError(`unexpected "${tooMuch}"`);
  return { places: positionals, options: values };
}

/** For a command that takes none. */
export function refuseArguments(args: string[]): void {
  readArguments(args, { least: 0, most: 0 }, {});
}

function parse<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message.split(". ")[0] ?? error.message);
  }
}

/** Checks typed values as the server would; each error is a line of the message. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new CommandError(result.error.issues.map(({ message }) => message).join("\n"));
}

const UNITS = ["kB", "MB", "GB", "TB"];

/** A file's size as people say it: 4.2 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length);
  return `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power - 1]}`;
}
