import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";

import { urlOfFile } from "#db/database-url.ts";
import { startDatabase } from "#db/open.ts";
import { indexNext } from "#server/features/search/search-index.queries.ts";

import { postgresqlEnvironment } from "../postgresql.mjs";
import { fewPools, heapFlags } from "../runtime.mjs";
import type { BenchRun } from "./bench-run.ts";
import { type PostgresqlServer, queryOnce } from "./postgresql-server.ts";
import { memoryOf } from "./processes.ts";
import { BUILT } from "./product.ts";

/** An archive of news in a file, and the same kept by a server; both with all of it read for the search. */
export interface CopiedArchive {
  rows: number;
  file: string;
  url: string;
}

/** In the row of a table, how large the archive is. */
export const amountOf = ({ rows }: Pick<CopiedArchive, "rows">): string =>
  `${rows.toLocaleString("en-US")} articles`;

/** Copies an archive to a server by the product's own command. */
export async function copyArchive(
  run: BenchRun,
  database: PostgresqlServer,
  rows: number,
): Promise<CopiedArchive> {
  const file = await run.copyOfArchive("news", rows);
  const url = await database.createDatabase(`news_${rows}`);
  const archive = { rows, file, url };
  await reportCopy(run, `from SQLite to PostgreSQL, ${amountOf(archive)}`, urlOfFile(file), url);
  const start = performance.now();
  await readForSearch(urlOfFile(file));
  await readForSearch(url);
  console.log(`  read for the search in ${Math.round((performance.now() - start) / 1000)} s`);
  // What the server does by itself within minutes, so that it does not do it while it is measured.
  await queryOnce(url, "vacuum analyze");
  await queryOnce(url, "checkpoint");
  return archive;
}

interface WayBack {
  database: PostgresqlServer;
  archive: CopiedArchive;
  /** The folder of PostgreSQL's programs. */
  programs: string;
}

/** The sizes of an archive that was worked with, and how long it takes to copy it back, to dump it and to restore it. */
export async function reportWayBack(run: BenchRun, { database, archive, programs }: WayBack): Promise<void> {
  const { report } = run;
  const { rows, url } = archive;
  const amount = amountOf(archive);
  const back = urlOfFile(run.file("back.db"));
  await reportCopy(run, `from PostgreSQL to SQLite, ${amount}`, url, back);
  report.compare(
    `size of the database, ${amount}, to SQLite`,
    Number(await queryOnce(url, "select pg_database_size(current_database())")) / 1e6,
    statSync(archive.file).size / 1e6,
    "MB",
  );
  const dump = run.file("archive.dump");
  const restored = await database.createDatabase(`restored_${rows}`);
  const env = postgresqlEnvironment(programs);
  const time = async (name: string, args: string[]) =>
    (await runProgram(join(programs, name), args, env)).seconds;
  report.value(`pg_dump, ${amount}`, await time("pg_dump", ["--format=custom", `--file=${dump}`, url]), "s");
  report.value(`pg_restore of it, ${amount}`, await time("pg_restore", [`--dbname=${restored}`, dump]), "s");
}

async function reportCopy(run: BenchRun, what: string, from: string, to: string): Promise<void> {
  const args = [...heapFlags, BUILT, "copy", "--from", from, "--to", to];
  const env = { ...process.env, ...fewPools, LOG_LEVEL: "error" };
  const { seconds, peakMiB } = await runProgram(process.execPath, args, env);
  run.report.value(`stackloop copy ${what}`, seconds, "s");
  run.report.value("its peak of memory", peakMiB, "MiB", { atMost: 256 });
}

const LOOK_MS = 50;

/** Runs a program to its end; its peak of memory is what was seen last, which is no less than the true one for long. */
async function runProgram(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ seconds: number; peakMiB: number }> {
  const start = performance.now();
  const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  let peakMiB = 0;
  const look = setInterval(() => {
    const { peak } = memoryOf(child.pid ?? 0);
    if (peak > 0) peakMiB = peak;
  }, LOOK_MS);
  const [code] = await once(child, "exit").finally(() => clearInterval(look));
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, peakMiB };
}

const DOCS_AT_ONCE = 5000;
const SILENT = { info() {}, warn() {} };

/** Has the search read all that it has not read yet, in larger portions than a server does while people work. */
async function readForSearch(url: string): Promise<void> {
  const { db, patiently, close } = await startDatabase(url, { backupFolder: "", log: SILENT });
  const isRead = await db.selectFrom("search_docs").select("docId").limit(1).executeTakeFirst();
  if (!isRead) {
    await db
      .insertInto("settings")
      .values({ key: "searchBackfill", value: JSON.stringify({ kind: "tool", after: "" }) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await patiently(async () => {
      while (await indexNext(db, DOCS_AT_ONCE));
    });
  }
  await close();
}
