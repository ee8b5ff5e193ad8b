import { findPostgresql } from "../postgresql.mjs";
import type { BenchRun } from "./bench-run.ts";
import { type BothEngines, compareEngines } from "./both-engines.ts";
import { type CopiedArchive, copyArchive, reportWayBack } from "./copied-archives.ts";
import { startPostgresql } from "./postgresql-server.ts";
import { startProduct } from "./product.ts";
import { compareProcesses } from "./several-processes.ts";

/**
 * The product on a PostgreSQL server beside itself on SQLite and beside the raw statements on that server, with archives
 * of two sizes; several processes on one database beside one; and how long it takes to move the archives.
 */
export async function postgresql(run: BenchRun): Promise<void> {
  const { report } = run;
  const programs = findPostgresql();
  if (programs === undefined) {
    report.note("PostgreSQL beside SQLite", "not measured: there is no PostgreSQL server on this machine");
    return;
  }
  const database = await startPostgresql();
  report.note("the server", database.about);
  for (const rows of [run.rows / 10, run.rows]) {
    const archive = await copyArchive(run, database, rows);
    const engines = await startBoth(archive);
    await compareEngines(run, archive, engines);
    await engines.sqlite.stop();
    await engines.postgresql.stop();
    if (rows === run.rows) await compareProcesses(run, database, archive);
    await reportWayBack(run, { database, archive, programs });
  }
  await database.stop();
}

async function startBoth({ file, url }: CopiedArchive): Promise<BothEngines> {
  return {
    postgresql: await startProduct(file, { environment: { DATABASE_URL: url } }),
    sqlite: await startProduct(file),
  };
}
